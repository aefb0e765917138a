/** The elements of OFX 1.x, whose leaves need no end, and of 2.x, which is XML. */
import { plainText } from './plain-text.ts';
import { UnreadableStatement } from './statement-line.ts';

/** An aggregate: what it has, and of each leaf every text, since none may stand twice unseen. */
export interface OfxElement {
  readonly name: string;
  readonly leaves: Map<string, string[]>;
  readonly parts: OfxElement[];
}

/** Deeper than any statement. */
const mostNested = 40;

/** Returns the documents of a text. Throws UnreadableStatement where one is not whole. */
export function ofxDocuments(text: string): OfxElement[] {
  const aggregates = aggregatesOf(text);
  const root = elementOf('');
  const open = [root];
  for (const token of tokensOf(text)) {
    const top = open.at(-1) ?? root;
    if (token.isEnd) close(open, token.name);
    else if (token.text !== '' || !aggregates.has(token.name)) addLeaf(top, token);
    else open.push(begun(top, token.name));
    if (open.length > mostNested)
      throw new UnreadableStatement(`it has more than ${mostNested} elements in each other`);
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined && unclosed !== root)
    throw new UnreadableStatement(`it is no whole document: </${unclosed.name}> is missing`);
  return root.parts.filter(({ name }) => name === 'OFX');
}

const elementOf = (name: string): OfxElement => ({ name, leaves: new Map(), parts: [] });

function begun({ parts }: OfxElement, name: string): OfxElement {
  const element = elementOf(name);
  parts.push(element);
  return element;
}

function addLeaf({ leaves }: OfxElement, { name, text }: Token): void {
  const texts = leaves.get(name);
  if (texts === undefined) leaves.set(name, [text]);
  else texts.push(text);
}

/** An end of what was not begun is part of what someone has written, but for that of an entry, or of what entries stand in. */
function close(open: OfxElement[], name: string): void {
  const top = open.at(-1);
  if (top?.name === name) open.pop();
  else if (open.some((one) => one.name === name))
    throw new UnreadableStatement(`it is no whole document: </${top?.name}> is missing before </${name}>`);
  else if (alwaysAggregates.includes(name))
    throw new UnreadableStatement(`it is no whole document: there is </${name}> without its <${name}>`);
}

interface Token {
  readonly isEnd: boolean;
  readonly name: string;
  /** What stands behind it, up to the next one. */
  text: string;
}

/** These are aggregates in a file that was cut off, too. */
const alwaysAggregates = ['OFX', 'STMTRS', 'BANKACCTFROM', 'BANKTRANLIST', 'STMTTRN', 'STMTTRNP'];

/** A leaf of 1.x may have its end, right behind its text, or none: what is ended elsewhere is an aggregate. */
function aggregatesOf(text: string): Set<string> {
  const aggregates = new Set<string>(alwaysAggregates);
  let before: Token | null = null;
  for (const token of tokensOf(text)) {
    if (token.isEnd && (before?.isEnd !== false || before.name !== token.name)) aggregates.add(token.name);
    before = token;
  }
  return aggregates;
}

/** Declarations and comments are none: what they would hide between two payers' memos is read. */
const tag = /<(?<end>\/?)(?<name>[A-Za-z][\w.:-]{0,63})(?:\s[^<>]*?)?\/?>/y;

function* tokensOf(text: string): Generator<Token> {
  let token: Token = { isEnd: true, name: '', text: '' };
  let from = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const mark = markAt(text, at);
    at = mark?.endsAt ?? at + 1;
    if (mark === null) continue;
    token.text += plainText(text.slice(from, mark.beginsAt)) + mark.text;
    from = mark.endsAt;
    if (mark.next === null) continue;
    yield finished(token);
    token = mark.next;
  }
  token.text += plainText(text.slice(from));
  yield finished(token);
}

const finished = (token: Token): Token => ({ ...token, text: token.text.trim() });

interface Mark {
  readonly beginsAt: number;
  readonly endsAt: number;
  /** Null: it is a part of a text. */
  readonly next: Token | null;
  readonly text: string;
}

/** Returns what begins here; null: a "<" that someone has written. */
function markAt(text: string, beginsAt: number): Mark | null {
  if (text.startsWith(quoted, beginsAt)) return quotedAt(text, beginsAt);
  tag.lastIndex = beginsAt;
  const { end, name } = tag.exec(text)?.groups ?? {};
  if (name === undefined) return null;
  const next = { isEnd: end === '/', name: name.toUpperCase(), text: '' };
  return { beginsAt, endsAt: tag.lastIndex, next, text: '' };
}

const quoted = '<![CDATA[';
const endOfQuoted = ']]>';

function quotedAt(text: string, beginsAt: number): Mark {
  const end = text.indexOf(endOfQuoted, beginsAt);
  const within = end < 0 ? null : text.slice(beginsAt + quoted.length, end);
  // It would hide what stands between one memo and another.
  if (within === null || within.includes('</')) throw new UnreadableStatement('it has a CDATA without an end');
  return { beginsAt, endsAt: end + endOfQuoted.length, next: null, text: within };
}
