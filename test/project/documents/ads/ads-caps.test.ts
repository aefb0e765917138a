import { expect, it } from 'vitest';
import { adWishes } from '../../../../src/config/file/ad-wishes.ts';
import { readFileText } from '../../../../src/config/file/read-file.ts';
import { newRules } from '../../../../src/config/file/typed-rules.ts';
import { decideCaps, type CapsDecision } from '../../../../src/domain/caps/caps-decision.ts';
import { readProjectFile } from '../../project-files.ts';

const section = /## Payment caps\n([^]*?)\n## /.exec(readProjectFile('docs/ads.md'))?.[1] ?? '';
const found = (pattern: RegExp): string => pattern.exec(section)?.[1] ?? '';

/** The words of the command; a quoted one is one word. */
const words = [...found(/```sh\n(.+)\n/).matchAll(/'([^']*)'|(\S+)/g)].map(
  ([, quoted, plain]) => quoted ?? plain ?? '',
);
const read = newRules([
  'limits.floor=9',
  'limits.ceiling=10',
  ...words.filter((word) => word.startsWith('payment_caps')),
]);
const rule = 'rules' in read ? read.rules.paymentCaps : null;
if (rule === null) throw new Error(JSON.stringify(read));
const rows = section.split('\n').flatMap((line): [string, string, string, string][] => {
  const cells = /^\| (\d+) +\| (\d+) +\| ([A-Za-z, ]+?) +\| (.+?) +\|$/.exec(line);
  return cells === null ? [] : [[cells[1] ?? '', cells[2] ?? '', cells[3] ?? '', cells[4] ?? '']];
});
const methodOf = (identifier: string) => ({ payId: '', identifier, name: '' });
const all = ['BANK', 'Wise'].map(methodOf);

/** A decision as the page writes it. */
function pageText(decision: CapsDecision): RegExp {
  if (decision.kind !== 'change') return decision.kind === 'exhausted' ? /^offline/ : /^nothing/;
  const names = decision.methods.map(({ identifier }) => identifier);
  return new RegExp(`^${names.join(', ')}${names.length === 1 ? ' alone' : ''}`);
}

it('docs/ads.md, payment caps: the file and the command say the same', () => {
  const account = '[account.main]\nservice = "https://api.example.com"\napi_key_env = "K"\napi_secret_env = "S"';
  const ad = '[ads.11234567890]\nfloor = "9"\nceiling = "10"\nstrategy = { kind = "match" }';
  const file = readFileText(`${account}\n${found(/```toml\n([^`]+)```/)}\n${ad}`);
  if (Array.isArray(file)) throw new Error(JSON.stringify(file));
  const { ads, problems } = adWishes(file.file);
  expect(problems).toEqual([]);
  expect(ads[0]?.rules.paymentCaps).toEqual(rule);
});

it('docs/ads.md, payment caps: its table has a row for each case', () => {
  expect(rows).toHaveLength(6);
});

it.each(rows)('docs/ads.md, payment caps: %s by BANK, %s by Wise, %s on the ad: %s', (...row) => {
  const [bank, wise, on, text] = row;
  const sums = rule.caps.map((cap) => ({ ...cap, sum: cap.method === 'BANK' ? bank : wise }));
  const shown = on.split(', ').map(methodOf);
  const withheld = all.filter(({ identifier }) => !on.includes(identifier));
  const times = { intended: null, lastChangeAtMs: null, refusedUntilMs: null, offlineSinceMs: null };
  const decision = decideCaps({ sums, minOrder: '100', shown, wish: { withheld, ...times }, nowMs: 0 });
  expect(text).toMatch(pageText(decision));
});
