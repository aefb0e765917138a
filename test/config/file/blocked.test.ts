import { describe, expect, it } from 'vitest';
import { accountWishes } from '../../../src/config/file/account-wishes.ts';
import { readFileText } from '../../../src/config/file/read-file.ts';

const account = '[account.main]\nservice = "https://api.example.com"\napi_key_env = "K"\napi_secret_env = "S"\n';

function read(...blocked: string[]) {
  const found = readFileText(`${account}counterparty = { blocked = ${JSON.stringify(blocked)} }\n`);
  return Array.isArray(found) ? found.map((mistake) => JSON.stringify(mistake)) : accountWishes(found.file);
}

describe('S13: the block list in the file', () => {
  it('takes user numbers and nicknames, as a person types them', () => {
    expect(read('s1a2b3c4', 'nickname:Mallory')).toMatchObject([{ blocked: ['s1a2b3c4', 'nickname:Mallory'] }]);
  });

  it.each([
    ['a masked nickname', 'Mal***', 'is masked and may be anyone: block by user number'],
    ['the number of an order', '22850000000000000001', 'is no user number: block by user number'],
    ['what no one sees', '\u200b', 'names no one: block by user number'],
  ])('refuses %s, with its place and what to write', (_what, text, reason) => {
    const [problem, ...others] = read('s1a2b3c4', text);
    expect(problem).toContain(reason);
    expect(problem).toContain('counterparty.blocked');
    expect(others).toEqual([]);
  });
});
