import { expect, it } from 'vitest';
import { adWishes } from '../../../../src/config/file/ad-wishes.ts';
import { readFileText } from '../../../../src/config/file/read-file.ts';
import { newRules } from '../../../../src/config/file/typed-rules.ts';
import { decideStock, inventoryRuleSchema, type StockDecision } from '../../../../src/domain/ads/inventory.ts';
import { readProjectFile } from '../../project-files.ts';

const section = /## The quantity\n([^]*?)\n## /.exec(readProjectFile('docs/ads.md'))?.[1] ?? '';
const found = (pattern: RegExp): string => pattern.exec(section)?.[1] ?? '';

/** The words of the command; a quoted one is one word. */
const words = [...found(/```sh\n(.+)\n/).matchAll(/'([^']*)'|(\S+)/g)].map(
  ([, quoted, plain]) => quoted ?? plain ?? '',
);
const read = newRules(['limits.floor=9', 'limits.ceiling=10', ...words.filter((word) => word.startsWith('inventory'))]);
const rule = 'rules' in read ? read.rules.inventory : null;
if (rule === null) throw new Error(JSON.stringify(read));
const rows = section.split('\n').flatMap((line): [string, string, boolean, string][] => {
  const cells = /^\| (\d+) +\| (\d+) +\| (covers it|does not) +\| (.+?) +\|$/.exec(line);
  return cells === null ? [] : [[cells[1] ?? '', cells[2] ?? '', cells[3] === 'covers it', cells[4] ?? '']];
});

/** A decision as the page writes it. */
function pageText(decision: StockDecision): RegExp {
  if (decision.kind === 'change') return new RegExp(`^${decision.quantity} in all, ${decision.remaining} left`);
  return decision.kind === 'empty' ? /^offline/ : /^nothing$/;
}

it('docs/ads.md, the quantity: the file and the command say the same', () => {
  const account = '[account.main]\nservice = "https://api.example.com"\napi_key_env = "K"\napi_secret_env = "S"';
  const ad = '[ads.11234567890]\nfloor = "9"\nceiling = "10"\nstrategy = { kind = "match" }';
  const file = readFileText(`${account}\n${ad}\n${found(/```toml\n([^`]+)```/)}`);
  if (Array.isArray(file)) throw new Error(JSON.stringify(file));
  const { ads, problems } = adWishes(file.file);
  expect(problems).toEqual([]);
  expect(ads[0]?.rules.inventory).toEqual(rule);
  expect(rule).toEqual(inventoryRuleSchema.parse(rule));
});

it('docs/ads.md, the quantity: its table has a row for each case', () => {
  expect(rows).toHaveLength(6);
});

it.each(rows)('docs/ads.md, the quantity: %s in all, %s left, covered: %s: %s', (...row) => {
  const [quantity, remaining, walletCovers, text] = row;
  const facts = { side: 'SELL' as const, quantity, remaining, scale: 2, walletCovers };
  const times = { lastChangeAtMs: null, refusedUntilMs: null, offlineSinceMs: null };
  expect(text).toMatch(pageText(decideStock({ rule, facts, times, nowMs: 0 })));
});
