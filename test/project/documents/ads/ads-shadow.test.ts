import { expect, it } from 'vitest';
import { diffsText } from '../../../../src/cli/ad/ad-diff-text.ts';
import { adGroup } from '../../../../src/cli/commands/ad-commands.ts';
import { configGroup } from '../../../../src/cli/commands/config-commands.ts';
import { accountWishes } from '../../../../src/config/file/account-wishes.ts';
import { shadowAdsOf } from '../../../../src/config/file/ad-wishes.ts';
import { readFileText } from '../../../../src/config/file/read-file.ts';
import { planAccount } from '../../../../src/config/plan.ts';
import { diffReport } from '../../../../src/domain/diff/diff-report.ts';
import { beginDiff, noteDiff } from '../../../../src/domain/diff/price-diff.ts';
import { pricingRulesSchema } from '../../../../src/domain/pricing/pricing-rules.ts';
import { nothing } from '../../../config/plan-fixture.ts';
import { readProjectFile } from '../../project-files.ts';

const section =
  readProjectFile('docs/ads.md').split('## Shadow beside what stands\n')[1]?.split('\n## The life')[0] ?? '';
const blocks = (kind: string): string[] =>
  [...section.matchAll(new RegExp('```' + kind + '\n([^`]+)```', 'g'))].map(([, text]) => text ?? '');

it('docs/ads.md, shadow: the page shows what `ad diff` prints of that ad', () => {
  const t0 = Date.UTC(2026, 10, 22, 8, 0, 0);
  let diff = beginDiff({ stampMs: 0, last: null });
  for (let minute = 0; minute <= 120; minute += 1) {
    const facts = { side: 'SELL', priceScale: 2, best: '9.45', why: 'at-target', foreseen: ['limits'] } as const;
    const prices = { intended: '9.44', actual: minute < 30 ? '9.50' : '9.44' };
    diff = noteDiff(diff, { atMs: t0 + minute * 60_000, ...prices, ...facts }, { maxGapMs: 60_000 });
  }
  const ad = {
    account: 'main',
    adNumber: '111',
    mode: 'shadow',
    side: 'SELL',
    pair: 'USDT/BOB',
    state: 'running',
  } as const;
  const rules = pricingRulesSchema.parse({
    strategy: { kind: 'undercut', ticks: 1 },
    limits: { floor: '9', ceiling: '10' },
  });
  const report = diffReport(diff, { sinceMs: t0, nowMs: t0 + 120 * 60_000 });
  expect(blocks('text')).toEqual([`${diffsText([{ ...ad, rules, ...report }], 80)}\n`]);
});

it('docs/ads.md, shadow: each command is one of the program', () => {
  const verbs = [adGroup, configGroup].flatMap(({ name, commands }) =>
    commands.map(({ usage }) => `peerdesk ${name} ${usage.split(' ')[0]}`),
  );
  const lines = blocks('sh').flatMap((text) => text.trim().split('\n'));
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(verbs).toContain(line.split(' ').slice(0, 3).join(' '));
});

it('docs/ads.md, one ad after the other: its file holds both ads, and without the key one is promoted, which asks', () => {
  const [toml = ''] = blocks('toml');
  const planned = (text: string) => {
    const read = readFileText(text);
    if (Array.isArray(read)) throw new Error(JSON.stringify(read));
    const [wish] = accountWishes(read.file);
    if (wish === undefined) throw new Error('no account');
    const runs = { mode: 'shadow', side: 'SELL' } as const;
    const ads = wish.ads.map(({ adNumber, rules }) => ({ adNumber: adNumber ?? '', rules, ...runs }));
    const state = { ...nothing, desk: { mode: 'live' as const }, ads };
    return { held: shadowAdsOf(read.file, 'main'), changes: planAccount(wish, state) };
  };
  expect(planned(toml)).toEqual({ held: ['111', '222'], changes: [] });
  expect(planned(toml.replace('mode = "shadow"', ''))).toMatchObject({
    held: ['222'],
    changes: [{ change: { kind: 'ad-mode', adNumber: '111', mode: 'live' }, loosens: ['mode shadow becomes live'] }],
  });
});
