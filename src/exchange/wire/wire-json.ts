/** Finds numbers that a double may not hold exactly: long, or written with a point or an exponent. */
const needsCare = /[:[,]\s*-?(?:\d{16}|\d+[.eE])/;
const needsCareAtStart = /^\s*-?(?:\d{16}|\d+[.eE])/;

/**
 * Parses JSON without losing digits: a number that is not a plain integer of at most 15 digits stays text.
 *
 * Order and ad numbers have 20 digits, and decimals must not pass through floats (wire-facts 2.4). Text without such
 * numbers goes straight to the engine. Throws SyntaxError on malformed text, RangeError on text nested more than a
 * hundred levels: writing such a value out again would overflow the stack.
 */
export function parseWireJson(text: string): unknown {
  if (mayNamePrototype(text)) {
    refuseDepth(text);
    return JSON.parse(text, keepDigits);
  }
  if (needsCare.test(text) || needsCareAtStart.test(text)) return JSON.parse(quoteLongNumbers(text));
  refuseDepth(text);
  return JSON.parse(text);
}

/** Stands for bytes that are no UTF-8. */
export const lostBytes = '\ufffd';

/**
 * Puts quotes around what is no string and has lost bytes, such as a number: it is a text that no reader takes, and costs
 * what it stands in. In any other place the text stays invalid.
 */
export function quoteDamaged(text: string): string {
  let quoted = '';
  for (let at = 0; at < text.length;) {
    const end = text.charCodeAt(at) === quote ? stringEnd(text, at) : bareEnd(text, at);
    const part = text.slice(at, end);
    quoted += !part.startsWith('"') && part.includes(lostBytes) ? JSON.stringify(part) : part;
    at = end;
  }
  return quoted;
}

const bareForm = /[^\s,:[\]{}"]+/y;

function bareEnd(text: string, at: number): number {
  bareForm.lastIndex = at;
  return bareForm.test(text) ? bareForm.lastIndex : at + 1;
}

const deepest = 100;
/** Square and curly brackets differ in this bit alone. */
const bracketBit = 0x20;
const opener = 0x7b;
const closer = 0x7d;

/** Brackets inside strings do not count. */
function refuseDepth(text: string): void {
  if (hasFewBrackets(text)) return;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = stringEnd(text, at) - 1;
    else depth = depthAfter(code, depth);
  }
}

/** Most answers have so few brackets that they cannot nest too deeply; counting them costs next to nothing. */
function hasFewBrackets(text: string): boolean {
  return text.length <= 2 * deepest || countUpTo(text, '{', deepest) + countUpTo(text, '[', deepest) <= deepest;
}

function countUpTo(text: string, sought: string, maxCount: number): number {
  let count = 0;
  for (let at = text.indexOf(sought); at >= 0 && count <= maxCount; at = text.indexOf(sought, at + 1)) count += 1;
  return count;
}

/** Returns the depth after a character outside strings. Throws a RangeError at the first level too deep. */
function depthAfter(code: number, depth: number): number {
  if ((code | bracketBit) === closer) return depth - 1;
  if ((code | bracketBit) !== opener) return depth;
  if (depth < deepest) return depth + 1;
  throw new RangeError(`JSON nested more than ${deepest} levels`);
}

/** Whether a key may set a prototype, also behind escapes. */
function mayNamePrototype(text: string): boolean {
  return text.includes('__proto__') || text.includes('\\u00');
}

/** The third argument is the proposal "JSON.parse source text access", in Node since 21. */
function keepDigits(key: string, value: unknown, context?: { source?: string }): unknown {
  if (key === '__proto__') return undefined;
  if (typeof value !== 'number' || context?.source === undefined) return value;
  return isShort(context.source) ? value : context.source;
}

const isShort = (number: string): boolean => /^-?\d{1,15}$/.test(number);

const numberForm = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const spaceForm = /[ \t\n\r]*/y;
const quote = 0x22;
const backslash = 0x5c;

/**
 * Puts quotes around the numbers that must keep their digits: one pass over the text, four times faster than walking
 * the parsed value. Invalid JSON stays invalid, because only a whole number in the place of a value is quoted.
 */
function quoteLongNumbers(text: string): string {
  let quoted = '';
  let copiedTo = 0;
  let before = '';
  let depth = 0;
  for (let at = 0; at < text.length;) {
    const end = tokenEnd(text, at);
    const first = text.charAt(at);
    if (isNumberStart(first) && isLongValue(text, { before, at, end })) {
      quoted += `${text.slice(copiedTo, at)}"${text.slice(at, end)}"`;
      copiedTo = end;
    }
    depth = depthAfter(text.charCodeAt(at), depth);
    if (!isSpace(first)) before = first;
    at = end;
  }
  return quoted + text.slice(copiedTo);
}

/** Returns where the string, number or single character that begins here ends. */
function tokenEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === quote) return stringEnd(text, at);
  if (!isNumberStart(text.charAt(at))) return at + 1;
  numberForm.lastIndex = at;
  return numberForm.test(text) ? numberForm.lastIndex : at + 1;
}

function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    if (text.charCodeAt(at - 1) !== backslash) return at + 1;
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}

const isNumberStart = (character: string): boolean => character === '-' || (character >= '0' && character <= '9');
const isSpace = (character: string): boolean => character <= ' ';

interface Token {
  /** The last character before it that is no space. */
  readonly before: string;
  readonly at: number;
  readonly end: number;
}

/** A number in the place of a key would become valid by its quotes; hence the look at what follows. */
function isLongValue(text: string, { before, at, end }: Token): boolean {
  const token = text.slice(at, end);
  if (token === '-' || isShort(token)) return false;
  spaceForm.lastIndex = end;
  spaceForm.test(text);
  const after = text.charAt(spaceForm.lastIndex);
  return ['', ':', '[', ','].includes(before) && ['', ',', '}', ']'].includes(after);
}
