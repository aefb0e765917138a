import { expect, it } from 'vitest';
import { adWishes } from '../../../../src/config/file/ad-wishes.ts';
import { readFileText } from '../../../../src/config/file/read-file.ts';
import { newRules } from '../../../../src/config/file/typed-rules.ts';
import { HoursNow } from '../../../../src/domain/hours/hours-now.ts';
import { isOffNow } from '../../../../src/domain/pricing/rules-by-hours.ts';
import { readProjectFile } from '../../project-files.ts';

const [, after = ''] = readProjectFile('docs/ads.md').split('## Active hours\n');
const section = after.split(/^## /m)[0] ?? '';
const block = (kind: string): string => new RegExp('```' + kind + '\n([^`]+)```').exec(section)?.[1] ?? '';

const account = 'service = "https://api.example.com"\napi_key_env = "K"\napi_secret_env = "S"';

function rulesOfFile() {
  const text = `[account.main]\n${account}\n${block('toml')}\n[ads.111]\nrules = "day"\nfloor = "9"\nceiling = "10"\n`;
  const read = readFileText(text);
  if (Array.isArray(read)) throw new Error(JSON.stringify(read));
  const [ad] = adWishes(read.file).ads;
  if (ad === undefined) throw new Error('no ad');
  return ad.rules;
}

it('docs/ads.md, active hours: file and command say the same', () => {
  const words = [
    ...block('sh')
      .trim()
      .matchAll(/'([^']*)'|(\S+)/g),
  ].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const read = newRules(['limits.floor=9', 'limits.ceiling=10', ...words.slice(4)]);
  expect(read).toEqual({ rules: rulesOfFile() });
});

it('docs/ads.md, active hours: each line of the table holds', () => {
  const rules = rulesOfFile();
  if (rules.hours === null) throw new Error('no hours');
  const lines = [...section.matchAll(/^\| (\w+), ([\d-]+) +\| ([\d:]+) +\| (\w+) +\| ([\d: -]+?) +\|$/gm)];
  expect(lines.length).toBeGreaterThan(3);
  for (const [line, weekday, date, time, state, until] of lines) {
    // La Paz is four hours behind UTC all the year.
    const atMs = Date.parse(`${date}T${time}:00-04:00`);
    expect(new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })).toBe(
      weekday,
    );
    const opening = new HoursNow(rules.hours).at(atMs);
    if (opening === null) throw new Error('no such zone');
    expect([line, isOffNow(rules, opening) ? 'offline' : 'online']).toEqual([line, state]);
    expect(opening.until).toBe(`${until} (America/La_Paz)`);
  }
});
