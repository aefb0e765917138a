import { stripVTControlCharacters } from 'node:util';
import { refusalMeanings } from '../../exchange/table/guide/refusal-meaning.ts';
import type { Operation } from '../../exchange/table/operation.ts';
import { fieldList, textTable } from '../text/text-table.ts';
import { answerShape } from './answer-shape.ts';
import { confirmationCase } from './confirmation.ts';
import { exampleCalls, placeholdersIn } from './example-call.ts';
import { parametersOf, type Parameter } from './parameter-list.ts';

/** A refusal by its code, with its meaning. */
interface Refusal {
  code: string;
  meaning: string;
}

/** Everything that `peerdesk call <operation> --help` shows, for a program to read. */
interface OperationHelp extends Pick<
  Operation,
  'name' | 'group' | 'method' | 'path' | 'auth' | 'kind' | 'ep' | 'summary'
> {
  /** The documents of the package that describe it, with their sections. */
  source: string;
  returns: string;
  /** When it requires --yes: always (an empty text), in which case, or never (null). */
  asksForYes: string | null;
  parameters: Parameter[];
  refusals: Refusal[];
  /** When the service answers false where only true is a success; null when that is not known. */
  falseWhen: string | null;
  examples: string[];
}

/** Collects everything that a caller should know of an operation. */
export function operationHelp(operation: Operation): OperationHelp {
  const { name, group, method, path, auth, kind, ep, summary, refusals, source, falseWhen = null } = operation;
  return {
    name,
    group,
    method,
    path,
    auth,
    kind,
    ep,
    summary,
    source: documentsOf(source),
    returns: answerShape(operation),
    asksForYes: confirmationCase(operation),
    parameters: parametersOf(operation),
    refusals: refusals.map((code) => ({ code, meaning: refusalMeanings[code] })),
    falseWhen,
    examples: exampleCalls(operation),
  };
}

/** The document names in a row's source, and their files. */
const documents = { interface: 'docs/reference/interface.md', 'wire-facts': 'docs/reference/wire-facts.md' };

function documentsOf(source: string): string {
  return Object.entries(documents).reduce((text, [word, file]) => text.replace(`${word} `, `${file} `), source);
}

/** Formats the help as text of at most `width` columns. */
export function helpText(help: OperationHelp, width: number): string {
  return [headOf(help, width), parameterTable(help, width), refusalList(help, width), exampleList(help)].join('\n\n');
}

const kinds = {
  read: 'a read: changes nothing',
  'idempotent-write': 'a write that may be repeated',
  money: 'a money step: sent once',
} as const;

function headOf(help: OperationHelp, width: number): string {
  const { name, ep, summary, method, path, auth, kind, returns, source } = help;
  const lines = [
    `${name}${ep === null ? '' : ` (${ep})`}: ${summary}`,
    `  ${method} ${path}`,
    `  authentication ${auth}; ${kinds[kind]}${yesNote(help)}`,
    `  returns: ${returns}`,
    `  documented in: ${source}`,
  ];
  return lines.map((line) => wrapped(line, { from: 4, width })).join('\n');
}

function yesNote({ asksForYes }: OperationHelp): string {
  if (asksForYes === null) return '';
  return asksForYes === '' ? ', asks for --yes' : `, asks for --yes with ${asksForYes}`;
}

function parameterTable({ parameters }: OperationHelp, width: number): string {
  if (parameters.length === 0) return 'It takes no parameters.';
  const rows = parameters.flatMap((parameter) => [parameter, ...innerRows(parameter)]);
  const table = textTable(
    [
      { title: 'PARAMETER', cell: ({ name }) => name },
      { title: 'NEEDED', cell: ({ required }) => (required ? 'yes' : 'no') },
      { title: 'VALUE', cell: ({ kind }) => kind },
      { title: meaningTitle, cell: meaningCell },
    ],
    rows,
  );
  const [titles = '', ...lines] = table.split('\n');
  const from = stripVTControlCharacters(titles).indexOf(meaningTitle);
  return [titles, ...lines.map((line) => wrapped(line, { from, width })), ...bodyNote(parameters)].join('\n');
}

/** Only top-level parameters can be a --param. */
function meaningCell({ name, isList, fields, meaning }: Parameter): string {
  const isRepeated = isList && fields.length === 0 && !name.includes('.');
  return isRepeated ? `${meaning}; repeat --param for a list` : meaning;
}

function bodyNote(parameters: readonly Parameter[]): string[] {
  const names = parameters.filter(({ fields }) => fields.length > 0).map(({ name }) => name);
  return names.length === 0 ? [] : [`Of --param and --body only --body can hold ${names.join(', ')}.`];
}

const meaningTitle = 'MEANING';

/** Inner fields of a parameter, with dotted names. */
function innerRows({ name, isList, fields }: Parameter): Parameter[] {
  return fields.map((field) => ({ ...field, name: `${name}${isList ? '[]' : ''}.${field.name}` }));
}

const minWidth = 40;

/** Wraps a long line between words; continuation lines start at column `from`. */
function wrapped(line: string, { from, width }: { from: number; width: number }): string {
  const maxLength = Math.max(width, from + minWidth);
  if (line.length <= maxLength) return line;
  const end = line.lastIndexOf(' ', maxLength);
  if (end <= from) return line;
  const rest = ' '.repeat(from) + line.slice(end + 1);
  return `${line.slice(0, end).trimEnd()}\n${wrapped(rest, { from, width })}`;
}

const unsigned: ReadonlySet<Operation['auth']> = new Set(['none', 'key', 'key-web']);

function refusalList(help: OperationHelp, width: number): string {
  const { refusals, auth, parameters, returns, falseWhen } = help;
  const rows = fieldList(refusals.map(({ code, meaning }) => [`  ${code}`, meaning]));
  const negative = returns === 'true' ? [wrapped(falseNote(falseWhen), { from: 2, width })] : [];
  const own = refusals.length === 0 ? 'Refusals to expect: none of its own.' : `Refusals to expect:\n${rows}`;
  const general = [
    ...(parameters.length === 0 ? [] : ['-1102 (a parameter)']),
    ...(unsigned.has(auth) ? [] : ['-1021 or -1022 (clock, secret)']),
    ...(auth === 'none' ? [] : ['-2015 (key)']),
    '429 or 418 (too many calls)',
  ];
  return [own, ...negative, wrapped(`Any call may meet ${general.join(', ')}.`, { from: 2, width })].join('\n');
}

function falseNote(when: string | null): string {
  return `An answer of false, which says that it was not done, counts as an error${when === null ? '' : `: ${when}`}.`;
}

function exampleList({ examples }: OperationHelp): string {
  const words = placeholdersIn(examples);
  const lines = examples.map((example) => `  $ ${example}`);
  const title = examples.length > 1 ? 'Examples:' : 'Example:';
  const note = words.length === 0 ? [] : [`Replace ${words.join(', ')} by your own.`];
  return [title, ...lines, ...note].join('\n');
}
