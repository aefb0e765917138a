import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadPlace } from '../../src/config/file/load-file.ts';
import { readPagePeople } from '../../src/config/page-people.ts';
import { listenOf } from '../../src/config/file/page/page-section.ts';
import { readFileText } from '../../src/config/file/read-file.ts';
import { createPasskey } from '../setup/passkeys/passkey.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

const origin = 'https://desk.example.net';
const account = (name: string, more = '') =>
  `[account.${name}]\nservice = "https://api.example.com"\n[account.${name}.release]\napprovals = "signed"\napprovers_file = "${name}"\n${more}`;
const page = (lines = '') => `[door.page]\norigin = "${origin}"\n${lines}people = { Ana = "approve", eva = "view" }\n`;

async function peopleOf(text: string, files: Readonly<Record<string, string>>) {
  const folder = await temporaryDirectory();
  for (const [name, lines] of Object.entries(files)) writeFileSync(join(folder, name), lines);
  const path = join(folder, 'peerdesk.toml');
  writeFileSync(path, text, { mode: 0o600 });
  return readPagePeople(loadPlace({ path, isNamed: true }), {});
}

const mistakes = (text: string) => {
  const file = readFileText(account('main') + text);
  return Array.isArray(file) ? file.map(({ key, text: said }) => `${key} ${said}`) : [];
};

describe('phone: who signs in to the page', () => {
  it('approvers of all accounts and the people of keys_file, with passkeys of this page alone', async () => {
    const [phone, tablet, eva] = [createPasskey(), createPasskey(), createPasskey()];
    const elsewhere = createPasskey('ES256', 'https://other.example.net');
    const people = await peopleOf(account('main') + account('second') + page('keys_file = "more"\n'), {
      main: `ana+phone=${phone.publicKey}\nana+old=${elsewhere.publicKey}`,
      second: `ana+phone=${phone.publicKey}\nana+tablet=${tablet.publicKey}`,
      more: `eva=${eva.publicKey}`,
    });
    expect([...(people?.keys.keys() ?? [])]).toEqual(['ana+phone', 'ana+tablet', 'eva']);
    expect(people?.names).toEqual(['Ana', 'eva']);
    expect(['ana', 'ANA', 'eva', 'ben'].map((name) => people?.roleOf(name))).toEqual([
      'approve',
      'approve',
      'view',
      null,
    ]);
  });

  it('one name for two passkeys is refused, and so is a file of keys that cannot be read or has a mistake', async () => {
    const [one, other] = [createPasskey(), createPasskey()];
    const files = { main: `ana=${one.publicKey}`, second: `ana=${other.publicKey}` };
    await expect(peopleOf(account('main') + account('second') + page(), files)).rejects.toThrow(
      'ana has two passkeys: name them by their devices, as in ana+phone',
    );
    const more = account('main') + page('keys_file = "more"\n');
    await expect(peopleOf(more, { main: files.main })).rejects.toThrow(
      'keys_file of [door.page] names a file that cannot be read',
    );
    await expect(peopleOf(more, { main: files.main, more: 'eva' })).rejects.toThrow(
      'keys_file of [door.page]: a line is no entry',
    );
  });

  it('a file without the section has no page', async () => {
    const people = await peopleOf(account('main'), { main: `ana=${createPasskey().publicKey}` });
    expect(people).toBeNull();
  });
});

describe('phone: the section of the page', () => {
  const withOrigin = (text: string) => mistakes(`[door.page]\norigin = "${text}"\npeople = { ana = "view" }\n`);

  it.each(['https://desk.example.net', 'https://desk.tail1234.ts.net:8443', 'http://localhost:8451'])(
    '%s can be an origin',
    (text) => expect(withOrigin(text)).toEqual([]),
  );

  it.each(['http://desk.example.net', 'https://192.0.2.7', 'https://desk.example.net/', 'desk.example.net'])(
    '%s is none that a passkey can be of',
    (text) =>
      expect(withOrigin(text)).toEqual([expect.stringMatching(/^door\.page\.origin is .*must be https and a name/)]),
  );

  it('people have a role that there is, and listen is an address with a port', () => {
    expect(mistakes(`[door.page]\norigin = "${origin}"\npeople = { ana = "owner" }\n`)).toHaveLength(1);
    expect(mistakes(page('listen = "8451"\n'))).toEqual([expect.stringContaining('must be host:port')]);
    expect(mistakes(page('listen = "127.0.0.1:70000"\n'))).toEqual([expect.stringContaining('port of 0 to 65535')]);
  });

  it('listens at this machine alone, at 8451, unless it says otherwise', () => {
    const listening = (listen?: string) => {
      const place = listenOf({ origin, people: {}, ...(listen === undefined ? {} : { listen }) });
      return `${place.host} ${place.port}`;
    };
    expect(listening()).toBe('127.0.0.1 8451');
    expect(listening('[::1]:9000')).toBe('::1 9000');
  });
});
