import { refusalCodes } from './failures/refusal-codes.ts';

/** One number in a text, with its position. */
export interface NumberText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The decimal separator; the other sign then groups thousands. */
export type DecimalSign = 'point' | 'comma';

/** Ids are longer than any price; 15 digits are more than any fiat needs. */
const maxIntegerDigits = 15;

const plain = { point: /^(?:0|[1-9]\d*)(?:\.\d+)?$/, comma: /^(?:0|[1-9]\d*)(?:,\d+)?$/ };
const grouped = {
  point: /^[1-9]\d{0,2}(?:(?:,\d{3})+|(?:[ \u00a0\u2009\u202f]\d{3})+|(?:['’]\d{3})+)(?:\.\d+)?$/,
  comma: /^[1-9]\d{0,2}(?:(?:\.\d{3})+|(?:[ \u00a0\u2009\u202f]\d{3})+|(?:['’]\d{3})+)(?:,\d+)?$/,
};
/** 12,34,567.89: groups of two above the thousands. */
const lakhs = /^[1-9]\d?(?:,\d{2})*,\d{3}(?:\.\d+)?$/;

function isNumber(text: string, sign: DecimalSign): boolean {
  return plain[sign].test(text) || grouped[sign].test(text) || (sign === 'point' && lakhs.test(text));
}

/** Returns the plain decimal of a number as written, or null when it cannot be one. */
export function readNumber(text: string, sign: DecimalSign): string | null {
  if (!isNumber(text, sign)) return null;
  const bare = text.replace(sign === 'point' ? /[\s'’,]/g : /[\s'’.]/g, '');
  return sign === 'point' ? bare : bare.replace(',', '.');
}

function isReadable(text: string): boolean {
  return isNumber(text, 'point') || isNumber(text, 'comma');
}

function sharesSign(left: string, right: string): boolean {
  return (isNumber(left, 'point') && isNumber(right, 'point')) || (isNumber(left, 'comma') && isNumber(right, 'comma'));
}

function part(chunk: NumberText, from: number, to: number): NumberText {
  return { text: chunk.text.slice(from, to), start: chunk.start + from, end: chunk.start + to };
}

/** "9.10,11.20" is two numbers without a space between. */
function splitAtComma(chunk: NumberText): readonly NumberText[] {
  for (const { index } of chunk.text.matchAll(/,/g)) {
    const left = part(chunk, 0, index);
    const right = part(chunk, index + 1, chunk.text.length);
    if (sharesSign(left.text, right.text)) return [left, right];
  }
  return [];
}

/** "[9,11]" in square brackets is a pair of whole numbers, not 9.11. */
function isBracketedPair({ text, start, end }: NumberText, message: string): boolean {
  return message[start - 1] === '[' && message[end] === ']' && /^\d+,\d+$/.test(text);
}

function splitChunk(chunk: NumberText, message: string): readonly NumberText[] {
  if (isBracketedPair(chunk, message)) return splitAtComma(chunk);
  if (isReadable(chunk.text)) return [chunk];
  const space = chunk.text.search(/\s/);
  if (space < 0) return splitAtComma(chunk);
  // "9000 100 000" is no grouped number, but "100 000" is: the first number is separate.
  const [first, rest] = [part(chunk, 0, space), part(chunk, space + 1, chunk.text.length)];
  return [first, rest].flatMap((piece) => splitChunk(piece, message));
}

/** Units and neighbours that rule a price out: a share, a duration, a time of day, part of a word. */
const otherUnit =
  /^(?:\s*(?:%|‰|ms|s|sec|secs|seconds?|segundos?|min|mins|minutes?|minutos?|h|hours?|horas?|days?|d[ií]as?|times?|veces|ticks?)(?![\p{L}\d])|:\d|(?!(?:bs|[A-Z]{3,5})(?!\p{L}))[\p{L}_])/u;
const otherPrefix = /(?:\d:|[#_]|(?<!\p{L})(?!(?:bs|Bs|BS|[A-Z]{3,5})$)\p{L}+|(?<!\p{L})[A-Z]{3,5}-)$/u;
const codePrefix = /(?<!\p{L})(?:code|c[oó]digo|error|err|http|status|id)[\s:=#("']*-?$/iu;

const knownCodes: ReadonlySet<string> = new Set(refusalCodes);

/** Recognises a code of interface 7.3 in context: 187055, or -9000 with its minus (but not the 9000 of "8000-9000"). */
function isKnownCode(text: string, before: string): boolean {
  return knownCodes.has(/(?<!\d)-$/.test(before) ? `-${text}` : text);
}

function isPriceLike({ text, start, end }: NumberText, message: string): boolean {
  const before = message.slice(Math.max(0, start - 24), start);
  if (otherUnit.test(message.slice(end, end + 24)) || otherPrefix.test(before)) return false;
  const isWhole = /^\d+$/.test(text);
  if (isWhole && (text.length > maxIntegerDigits || isKnownCode(text, before))) return false;
  return !(isWhole && text.length >= 3 && codePrefix.test(before));
}

/** Returns the numbers of a message that may be prices, in order, without codes, times and shares. */
export function findNumberTexts(message: string): readonly NumberText[] {
  const chunks = message.matchAll(/(?<!\d)(?<!\d[.,])\d+(?:[.,'’]\d+|[ \u00a0\u2009\u202f]\d{3}(?!\d))*/g);
  return [...chunks]
    .map((chunk) => ({ text: chunk[0], start: chunk.index, end: chunk.index + chunk[0].length }))
    .flatMap((chunk) => splitChunk(chunk, message))
    .filter((number) => isPriceLike(number, message));
}
