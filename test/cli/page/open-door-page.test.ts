import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDoorPage } from '../../../src/cli/page/open-door-page.ts';
import { inTimeZone } from '../../../src/cli/text/time-zone.ts';
import { loadPlace } from '../../../src/config/file/load-file.ts';
import { freePort } from '../../../src/server/free-port.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

/** Returns the foot of the page that a door with these variables opens. */
async function footOf(variables: Readonly<Record<string, string>>): Promise<string> {
  const home = await temporaryDirectory();
  const port = await freePort();
  const path = join(home, 'peerdesk.toml');
  const page = `[door.page]\norigin = "http://localhost:${port}"\nlisten = "127.0.0.1:${port}"\npeople = { ana = "view" }\n`;
  writeFileSync(path, `[account.main]\nservice = "https://api.example.com"\n${page}`, { mode: 0o600 });
  const silent = { write: () => undefined, info: () => undefined, warn: () => undefined };
  const env = { PEERDESK_STATE_DIR: join(home, 'state'), ...variables };
  const loaded = loadPlace({ path, isNamed: true });
  const opened = await inTimeZone(env, () =>
    openDoorPage({ env, stdout: silent, stderr: silent }, { loaded, logger: silent }),
  );
  onTestFinished(async () => opened?.close());
  const html = await (await fetch(`http://localhost:${port}/sign-in`)).text();
  return /<footer class="faint">(.+)<\/footer>/.exec(html)?.[1] ?? '';
}

it('phone: the page shows its times in the zone of PEERDESK_TIME_ZONE, and names it; without one in UTC', async () => {
  expect(await footOf({})).toMatch(/^as of \S+Z, time zone UTC$/);
  expect(await footOf({ PEERDESK_TIME_ZONE: 'America/La_Paz' })).toMatch(
    /^as of \S+-04:00, time zone America\/La_Paz$/,
  );
});
