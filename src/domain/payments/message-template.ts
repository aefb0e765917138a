/** Patterns of messages about payments, with named parts. They are matched without regular expressions of a user. */

export const messageParts = ['amount', 'payer', 'reference', 'memo', 'date', 'any'] as const;
type MessagePart = (typeof messageParts)[number];
export type MessageValues = Readonly<Partial<Record<MessagePart, string>>>;

/** A text that a message begins with, then parts, each followed by a text. */
export interface MessageTemplate {
  readonly begin: string;
  readonly parts: readonly { readonly name: MessagePart; readonly follows: string }[];
}

const anything = /./u;
/** What a part may be, and how long: a cut that makes another thing of it is none. */
const forms: Readonly<Record<MessagePart, { readonly most: number; readonly form: RegExp }>> = {
  amount: { most: 30, form: /^\d[\d.,' ]*$/ },
  payer: { most: 100, form: anything },
  reference: { most: 60, form: /^\S+$/ },
  memo: { most: 250, form: anything },
  date: { most: 40, form: /^[\d\p{P}TZ +]+$/u },
  any: { most: 250, form: anything },
};

const mostParts = 8;
const mostMessage = 1_000;

/** Why a text is no template; `part` is the one that it is about, or how many there may be. */
export interface TemplateMistake {
  readonly code: 'unknown' | 'twice' | 'no-amount' | 'too-many' | 'adjoining';
  readonly part: string;
}

/** Returns a pattern such as "You got {amount} from {payer}.", or why it is none. */
export function templateOf(text: string): MessageTemplate | TemplateMistake {
  const [begin = '', ...rest] = oneLine(text).split(/\{([^{}]*)\}/);
  const names = rest.filter((_, index) => index % 2 === 0);
  const between = rest.filter((_, index) => index % 2 === 1);
  const unknown = names.find((name) => !isPart(name));
  if (unknown !== undefined) return { code: 'unknown', part: unknown };
  const twice = names.find((name, index) => name !== 'any' && names.indexOf(name) < index);
  if (twice !== undefined) return { code: 'twice', part: twice };
  if (!names.includes('amount')) return { code: 'no-amount', part: 'amount' };
  if (names.length > mostParts) return { code: 'too-many', part: String(mostParts) };
  if (between.slice(0, -1).includes('')) return { code: 'adjoining', part: '' };
  return { begin, parts: names.filter(isPart).map((name, index) => ({ name, follows: textAt(between, index) })) };
}

function textAt(texts: readonly string[], index: number): string {
  const [text = ''] = texts.slice(index);
  return text;
}

const isPart = (name: string): name is MessagePart => messageParts.some((one) => one === name);

const oneLine = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();

/** How far a message was read, and what its parts are until there. */
interface Cut {
  readonly values: MessageValues;
  /** Other cuts that end here make other values. */
  readonly isUnclear: boolean;
}

/** Returns the parts of a message as a whole; `none`: it is another one; `unclear`: it can be cut in two ways. */
export function readByTemplate(template: MessageTemplate, message: string): MessageValues | 'none' | 'unclear' {
  const text = oneLine(message);
  if (text.length > mostMessage || !text.startsWith(template.begin)) return 'none';
  let cuts: ReadonlyMap<number, Cut> = new Map([[template.begin.length, { values: {}, isUnclear: false }]]);
  for (const [index, part] of template.parts.entries()) {
    const isLast = index === template.parts.length - 1;
    const next = new Map<number, Cut>();
    for (const [from, cut] of cuts) for (const one of cutsOf(text, { ...part, from, isLast })) add(next, one, cut);
    cuts = next;
  }
  const whole = cuts.get(text.length);
  if (whole === undefined) return 'none';
  return whole.isUnclear ? 'unclear' : whole.values;
}

interface PartCut {
  readonly name: MessagePart;
  readonly value: string;
  /** Behind the text that follows the part. */
  readonly end: number;
}

interface Wanted {
  readonly name: MessagePart;
  readonly follows: string;
  readonly from: number;
  readonly isLast: boolean;
}

/** Returns each way to end a part: where the text stands that follows it, and the last part at the end alone. */
function cutsOf(text: string, { name, follows, from, isLast }: Wanted): PartCut[] {
  const { most, form } = forms[name];
  const found: PartCut[] = [];
  const first = isLast ? Math.max(from + 1, text.length - follows.length) : from + 1;
  for (let at = text.indexOf(follows, first); at >= 0 && at - from <= most; at = text.indexOf(follows, at + 1)) {
    const value = text.slice(from, at).trim();
    const end = at + follows.length;
    if (form.test(value) && (!isLast || end === text.length)) found.push({ name, value, end });
    if (end >= text.length) break;
  }
  return found;
}

function add(cuts: Map<number, Cut>, { name, value, end }: PartCut, before: Cut): void {
  const values = name === 'any' ? before.values : { ...before.values, [name]: value };
  const there = cuts.get(end);
  const differs = there !== undefined && JSON.stringify(there.values) !== JSON.stringify(values);
  cuts.set(end, { values, isUnclear: before.isUnclear || differs || there?.isUnclear === true });
}
