/** What help and pages write for a value that a person has to put there: pasted as it stands it is no value. */
import { Argument, Option } from 'commander';
import { misuse } from '../kit/cli-failure.ts';
import type { CommandCall, CommandSpec } from '../kit/command-spec.ts';

/** In capitals, alone or joined: "ORDER_NUMBER", "HOST:PORT". A person may be called so by one name, never by all of his names. */
const words: ReadonlySet<string> = new Set(
  'ACCOUNT ACT AD ALIAS AMOUNT CODE EPOCH FILE FOLDER HOST ID JSON KEY MERCHANT NAME NICKNAME NOTE NUMBER OPERATION ORDER OUTCOME PAY PAYER PORT PRICE PROOF REASON REF REFERENCE REQUEST TEXT TOTAL TRANSFER URL USER VALUE WHY'.split(
    ' ',
  ),
);

/** What pages have written as the value itself, in any case. */
const phrases: ReadonlySet<string> = new Set([
  'bank reference',
  'name on the transfer',
  'name of the payer',
  'how you know',
  'your name',
]);

/** "<amount>", "[amount]", "…", "...", "TRX…", "NUMBER", "ORDER_NUMBER". */
const shapes: readonly RegExp[] = [/^<[^<>]*>$/, /^\[[a-z][a-z _-]*\]$/i, /^(\.{3,}|\S*…\S*)$/];

function isStandIn(text: string): boolean {
  const parts = text.split(/[-_ :]+/);
  const phrase = parts
    .join(' ')
    .toLowerCase()
    .replace(/^(?:the|a) /, '');
  return shapes.some((shape) => shape.test(text)) || parts.every((part) => words.has(part)) || phrases.has(phrase);
}

/** Reports whether a value looks like what a text writes in its place: the whole, what stands behind "=" or "nickname:", or a text in JSON. */
export function isPlaceholder(value: string): boolean {
  const text = value.trim();
  const behind = /^(?:[\w.-]+=|nickname:)(.*)$/su.exec(text)?.[1];
  const quoted = /^[[{]/.test(text) ? [...text.matchAll(/"([^"\\]*)"/g)].map(([, inner = '']) => inner) : [];
  return [text, ...(behind === undefined ? [] : [behind.trim()]), ...quoted].some(isStandIn);
}

/** Throws the failure that names the first value of a call that is a placeholder: of any option or argument. */
export function refusePlaceholders(spec: CommandSpec, call: CommandCall): void {
  if (spec.passesThrough === true) return;
  for (const { name, form, values } of [...argumentsOf(spec, call), ...optionsOf(spec, call)]) {
    const standIn = values.find((value) => isPlaceholder(value) || isOwnForm(value, form));
    if (standIn === undefined) continue;
    throw misuse(`${name} ${standIn} is a placeholder: write the value itself; see \`${call.path} --help\``);
  }
}

interface Typed {
  name: string;
  /** What the help writes for it: "order-number". */
  form: string;
  values: readonly string[];
}

/** A file may be called "file", a policy "policy": what the help writes in small letters is a text only where any text goes. */
const freeForms: ReadonlySet<string> = new Set(['reference', 'name', 'text', 'fiat', 'amount', 'number']);

function isOwnForm(value: string, form: string): boolean {
  const text = value.trim();
  return text === form.toUpperCase() || text === form.toUpperCase().replaceAll('-', '_') || ownSmall(text, form);
}

const ownSmall = (text: string, form: string): boolean => freeForms.has(form) && text === form;

function argumentsOf({ usage }: CommandSpec, { args }: CommandCall): Typed[] {
  const [, ...forms] = usage.split(' ');
  return args.map((value, index) => {
    const form = new Argument(forms[Math.min(index, forms.length - 1)] ?? '').name();
    return { name: `argument ${form}`, form, values: [value] };
  });
}

function optionsOf({ options }: CommandSpec, call: CommandCall): Typed[] {
  return options.flatMap(({ flags }) => {
    const option = new Option(flags);
    const given = call.options[option.attributeName()];
    const values = [given].flat().filter((value) => typeof value === 'string');
    return [{ name: option.long ?? flags, form: /<([^>]*)>/.exec(flags)?.[1] ?? '', values }];
  });
}
