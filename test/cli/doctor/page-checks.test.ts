import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageChecks, statusAt } from '../../../src/cli/doctor/page-checks.ts';
import { checksOf, examine } from '../../../src/cli/doctor/report.ts';
import { loadPlace } from '../../../src/config/file/load-file.ts';
import { createPasskey } from '../../setup/passkeys/passkey.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

interface Wish {
  origin?: string;
  keys?: string;
  listen?: string;
  ask?: (url: string) => Promise<number>;
}

const https = 'https://desk.example.net';
const phone = createPasskey('ES256', https);
const both = `Ana+phone=${phone.publicKey}\neva=${createPasskey('ES256', https).publicKey}`;

async function found({ origin = https, keys = both, listen, ask = async () => 200 }: Wish = {}) {
  const folder = await temporaryDirectory();
  writeFileSync(join(folder, 'keys'), keys, { mode: 0o600 });
  const path = join(folder, 'peerdesk.toml');
  const where = listen === undefined ? '' : `listen = "${listen}"\n`;
  const page = `[door.page]\norigin = "${origin}"\nkeys_file = "keys"\n${where}people = { ana = "approve", eva = "view" }\n`;
  writeFileSync(path, `[account.main]\nservice = "https://api.example.com"\n${page}`, { mode: 0o600 });
  const file = loadPlace({ path, isNamed: true });
  const section = file.file.door?.page;
  if (section === undefined) throw new Error('the file has no page');
  const group = checksOf({ title: '', checks: pageChecks, env: {} }, { section, file, env: {}, ask });
  const report = await examine([group], 0);
  const lines = report.groups.flatMap(({ findings }) => findings);
  return lines.filter(({ verdict }) => verdict !== 'ok').map(({ verdict, text }) => `${verdict} ${text}`);
}

describe('ADR 0062: what the doctor finds of the page', () => {
  it('nothing, where all of its people have a passkey and it answers over TLS alone', async () => {
    const asked: string[] = [];
    const ask = async (url: string) => {
      asked.push(url);
      return 200;
    };
    expect(await found({ ask })).toEqual([]);
    expect(asked).toEqual([`${https}/page.css`]);
  });

  it('who cannot sign in: without a passkey, or with one of another page', async () => {
    const elsewhere = createPasskey('ES256', 'https://other.example.net').publicKey;
    expect(await found({ keys: `ana=${phone.publicKey}\neva=${elsewhere}` })).toEqual([
      `warning page: eva cannot sign in: no passkey of ${https} is listed`,
    ]);
  });

  it('that its people cannot be read', async () => {
    expect(await found({ keys: 'ana=nonsense' })).toEqual([expect.stringMatching(/^broken page-people: .*ana/)]);
  });

  it.each(['127.0.0.1:8451', '127.9.9.9:1', '[::1]:8451', 'localhost:80'])(
    '%s is of this machine alone',
    async (listen) => {
      expect(await found({ listen })).toEqual([]);
    },
  );

  it.each(['0.0.0.0:8451', '[::]:8451', '192.168.1.4:80', '127.example.com:80'])(
    'outlook 2.2, exposed without TLS: %s is for all who reach the machine',
    async (listen) => {
      expect(await found({ listen })).toEqual([expect.stringMatching(/^warning page: listens at .* without TLS/)]);
    },
  );

  it('a page of this machine alone is not asked, and no phone reaches it', async () => {
    const keys = both.replaceAll('https://desk.example.net', 'http://localhost:8451');
    const [line] = await found({
      origin: 'http://localhost:8451',
      keys,
      ask: () => Promise.reject(new Error('asked')),
    });
    expect(line).toMatch(/^skipped .* no phone reaches it$/);
  });

  it('that something else answers, or nothing, with the cause', async () => {
    expect(await found({ ask: async () => 502 })).toEqual([expect.stringContaining('answers HTTP 502')]);
    const failed = new TypeError('fetch failed', { cause: new Error('self-signed certificate') });
    expect(await found({ ask: () => Promise.reject(failed) })).toEqual([
      'warning page: nothing answers at desk.example.net: self-signed certificate',
    ]);
  });

  it('a redirection is no answer of the page', async () => {
    const server = createServer((_request, response) => response.writeHead(302, { location: '/elsewhere' }).end());
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await statusAt(`http://127.0.0.1:${port}/page.css`)).toBe(302);
    server.close();
  });
});
