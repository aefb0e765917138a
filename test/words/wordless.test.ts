import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { readProjectFile, typescriptFiles } from '../project/project-files.ts';

/** Files of workflows that still say something themselves: refusals of commands, states of ads, titles of steps. */
const stillSaying: readonly string[] = [
  'src/workflows/account/desk-business.ts',
  'src/workflows/account/desk-messages.ts',
  'src/workflows/ad/ad-apply.ts',
  'src/workflows/ad/ad-maintenance.ts',
  'src/workflows/ad/ad-messages.ts',
  'src/workflows/ad/ad-offline.ts',
  'src/workflows/ad/ad-task.ts',
  'src/workflows/ad/ad-view.ts',
  'src/workflows/ad/ad-watch.ts',
  'src/workflows/change/ad-change.ts',
  'src/workflows/egress/egress.ts',
  'src/workflows/guard/guard-messages.ts',
  'src/workflows/kit/command.ts',
  'src/workflows/kit/failure-facts.ts',
  'src/workflows/kit/input.ts',
  'src/workflows/kit/money-step.ts',
  'src/workflows/kit/payload-converter.ts',
  'src/workflows/kit/ruling.ts',
  'src/workflows/order/keep-words.ts',
  'src/workflows/order/order-lifecycle.ts',
  'src/workflows/order/order-messages.ts',
  'src/workflows/order/order-money.ts',
  'src/workflows/order/order-payments.ts',
  'src/workflows/placement/order-placement.ts',
  'src/workflows/publication/ad-publication.ts',
];

interface Node extends Record<string, unknown> {
  type: string;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Labels of timers, activities and workflows in the Web UI. */
const labels: ReadonlySet<unknown> = new Set(['summary', 'title', 'staticSummary', 'staticDetails', 'description']);
const quiet: ReadonlySet<string> = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'TSLiteralType']);

const nameOf = (key: unknown): unknown => (isNode(key) ? key['name'] : null);

/** Returns the text of a literal; what stands in a template counts as a word. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return null;
  const parts = node['quasis'].filter(isNode).map(({ value }) => value as { cooked: string });
  return parts.map(({ cooked }) => cooked).join('x');
}

/** A label begins with a capital letter, and a line of a page with a mark. What a state or a trouble means does not. */
const isSentence = (text: string): boolean =>
  /^(?!npx )[a-z]/.test(text) && text.split(/\s+/).filter((word) => /[a-z]/.test(word)).length >= 3;

/** Reports whether it is what a log says. */
function isLogged({ type, callee }: Node): boolean {
  return type === 'CallExpression' && isNode(callee) && nameOf(callee['object']) === 'log';
}

/** Returns the sentences in a tree of syntax. */
function sentences(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(sentences);
  if (!isNode(value) || quiet.has(value.type)) return [];
  if (value.type === 'Property' && labels.has(nameOf(value['key']))) return [];
  if (isLogged(value)) return [];
  const text = textOf(value);
  return [...(text !== null && isSentence(text) ? [text] : []), ...Object.values(value).flatMap(sentences)];
}

function sentencesOf(file: string, text = readProjectFile(file)): string[] {
  return sentences(parseSync(file, text, { astType: 'ts' }).program);
}

describe('U16: what workflows wait for and what troubles them are codes', () => {
  // A page is a renderer, and a contract says what form a message has.
  const files = typescriptFiles('src/workflows').filter(
    (file) => !/\/contract\/|-(?:page|presentation)\.ts$/.test(file),
  );

  it('no further file has sentences, and the list of those that have only shrinks', () => {
    expect(files.filter((file) => sentencesOf(file).length > 0)).toEqual(stillSaying);
  });

  it('sentences are found, and labels are none', () => {
    const found = ["const a = 'it does not wait';", 'note(`${a} of order ${b}`);', "run({ code: 'in time' });"];
    const label = [
      "sleep(1, { summary: 'waiting for it' });",
      "import 'a b c.ts';",
      "reads('Reading the order');",
      "log.info('it has been done');",
    ];
    expect(sentencesOf('a.ts', found.join('\n'))).toEqual(['it does not wait', 'x of order x']);
    expect(sentencesOf('a.ts', label.join('\n'))).toEqual([]);
  });
});
