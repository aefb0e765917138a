import { expect, it } from 'vitest';
import { adGroup } from '../../../src/cli/commands/ad-commands.ts';
import { configGroup } from '../../../src/cli/commands/config-commands.ts';
import { accountWishes } from '../../../src/config/file/account-wishes.ts';
import { readFileText } from '../../../src/config/file/read-file.ts';
import { planAccount } from '../../../src/config/plan.ts';
import { nothing } from '../../config/plan-fixture.ts';
import { readProjectFile } from '../project-files.ts';

const life = readProjectFile('docs/ads.md').split('## The life of an ad\n')[1] ?? '';
const blocks = (kind: string): string[] =>
  [...life.matchAll(new RegExp('```' + kind + '\n([^`]+)```', 'g'))].map(([, text]) => text ?? '');

const account = 'service = "https://api.example.com"\napi_key_env = "K"\napi_secret_env = "S"';

it('docs/ads.md, the life of an ad: its file is complete, and publishes what the page says', () => {
  const read = readFileText(`[account.main]\n${account}\n${blocks('toml').join('\n')}`);
  if (Array.isArray(read)) throw new Error(JSON.stringify(read));
  const [wish] = accountWishes(read.file);
  if (wish === undefined) throw new Error('no account');
  const state = { ...nothing, desk: { mode: 'shadow' as const } };
  expect(planAccount(wish, state)).toMatchObject([
    { change: { kind: 'publish-ad', name: 'usdt-bob', terms: { quantity: '500', payMethods: ['BANK'] } } },
  ]);
});

it('docs/ads.md, the life of an ad: each command is one of the program', () => {
  const verbs = [adGroup, configGroup].flatMap(({ name, commands }) =>
    commands.map(({ usage }) => `peerdesk ${name} ${usage.split(' ')[0]}`),
  );
  const lines = blocks('sh').flatMap((text) => text.trim().split('\n'));
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(verbs).toContain(line.split(' ').slice(0, 3).join(' '));
});
