import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { readProjectFile, typescriptFiles } from '../project/project-files.ts';

/** Files that still say something themselves: what a change of rules loosens, titles of steps, what a file may have. */
const stillSaying: readonly string[] = [
  'src/domain/ads/business-act.ts',
  'src/domain/ads/method-choice.ts',
  'src/domain/ads/published-terms.ts',
  'src/domain/backtest/comparison.ts',
  'src/domain/caps/caps-rule.ts',
  'src/domain/failures/handling-table.ts',
  'src/domain/failures/own-failures.ts',
  'src/domain/guard/account-permission.ts',
  'src/domain/guard/guard-memory.ts',
  'src/domain/guard/loosening.ts',
  'src/domain/guard/looser-filter.ts',
  'src/domain/guard/looser-pricing.ts',
  'src/domain/guard/looser-settings.ts',
  'src/domain/hours/hours-rule.ts',
  'src/domain/issue-text.ts',
  'src/domain/orders/odd-rules.ts',
  'src/domain/orders/payment-match.ts',
  'src/domain/orders/rules/amount-cap.ts',
  'src/domain/orders/rules/approvers.ts',
  'src/domain/orders/rules/counterparty.ts',
  'src/domain/orders/rules/looser-amounts.ts',
  'src/domain/orders/rules/policy-rule.ts',
  'src/domain/price.ts',
  'src/domain/pricing/price-strategy.ts',
  'src/domain/register/freed-payment.ts',
  'src/domain/signing/signed-word.ts',
  'src/domain/typed-amount.ts',
  'src/domain/version-state.ts',
  'src/domain/written-settings.ts',
  'src/workflows/ad/ad-apply.ts',
  'src/workflows/ad/ad-maintenance.ts',
  'src/workflows/ad/ad-standing.ts',
  'src/workflows/kit/failure-facts.ts',
  'src/workflows/kit/input.ts',
  'src/workflows/kit/money-step.ts',
  'src/workflows/kit/payload-converter.ts',
  'src/workflows/order/order-lifecycle.ts',
  'src/workflows/order/order-messages.ts',
  'src/workflows/order/order-money.ts',
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

/** What a schema says of a value of another form, which a person has written. */
const ofSchemas: ReadonlySet<unknown> = new Set([
  'refine',
  'regex',
  'min',
  'max',
  'describe',
  'meta',
  'literal',
  'enum',
]);

/** Returns what of a call is looked through: a schema's own words are none of a decision. */
const spoken = (node: Node): unknown[] =>
  node.type === 'CallExpression' && isNode(node['callee']) && ofSchemas.has(nameOf(node['callee']['property']))
    ? [node['callee']]
    : Object.values(node);

/** Returns the sentences in a tree of syntax. */
function sentences(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(sentences);
  if (!isNode(value) || quiet.has(value.type)) return [];
  if (value.type === 'Property' && labels.has(nameOf(value['key']))) return [];
  if (isLogged(value)) return [];
  const text = textOf(value);
  return [...(text !== null && isSentence(text) ? [text] : []), ...spoken(value).flatMap(sentences)];
}

function sentencesOf(file: string, text = readProjectFile(file)): string[] {
  return sentences(parseSync(file, text, { astType: 'ts' }).program);
}

describe('U16: waits, troubles, states, decisions and refusals are codes', () => {
  // A page is a renderer, and a contract says what form a message has.
  const files = ['src/domain', 'src/workflows']
    .flatMap((folder) => typescriptFiles(folder))
    .filter((file) => !/\/contract\/|-(?:page|presentation)\.ts$/.test(file));

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
