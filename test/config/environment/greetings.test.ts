import { expect, it } from 'vitest';
import { readGreetings } from '../../../src/config/environment/greetings.ts';
import { variablesOfAccount, accountNamed } from '../../../src/config/file/file-variables.ts';
import { readFileText } from '../../../src/config/file/read-file.ts';

const accounts =
  '[account.main]\nservice = "https://api.example.com"\n[account.second]\nservice = "https://api.example.com"\n';
const greeting = (name: string, lines: string, text = 'Hola') =>
  `[greetings.${name}]\n${lines}\ntext = ${JSON.stringify(text)}\n`;

const mistakes = (text: string) => {
  const file = readFileText(accounts + text);
  return Array.isArray(file) ? file.map(({ line, key, text: said }) => `${line} ${key} ${said}`) : [];
};

function readFor(account: string, text: string) {
  const read = readFileText(accounts + text);
  if (Array.isArray(read)) throw new Error(JSON.stringify(read));
  const named = accountNamed(read.file, account);
  if (named === null) throw new Error('the account is there');
  const variables = variablesOfAccount({ file: read.file, account: named }, { folder: '/', env: {} });
  return readGreetings(Object.fromEntries(variables.map(({ variable, value }) => [variable, value])));
}

it('ADR 0061: an account says its own greetings and those of all accounts; without any it says nothing', () => {
  const text =
    greeting('all', 'state = "paid"', 'Gracias\nreviso') +
    greeting('own', 'state = "placed"\nfiat = "BOB"\nside = "SELL"\naccount = "main"');
  const all = { name: 'all', state: 'paid', side: null, fiat: null, text: 'Gracias\nreviso' };
  const own = { name: 'own', state: 'placed', side: 'SELL', fiat: 'BOB', text: 'Hola' };
  expect(readFor('main', text)).toEqual([all, own]);
  expect(readFor('second', text)).toEqual([all]);
  expect(readFor('main', '')).toEqual([]);
});

it.each([
  [greeting('a', 'state = "placed"', 'Hola {name}'), '7 greetings.a.text .*has "name" in braces.*write one of {order}'],
  [greeting('a', 'state = "placed"', 'Cuenta 1000 2345 67'), '7 greetings.a.text .*looks like an account'],
  [greeting('a', 'state = "completed"', '{minutes}'), '7 greetings.a.text .*leave it out'],
  [greeting('a', 'state = "placed"', ''), '7 greetings.a.text .*must not be empty'],
  [greeting('a', 'state = "placed"', 'x'.repeat(600)), '7 greetings.a.text .*at most 500 letters, with what its parts'],
  [greeting('a', 'state = "held"'), '6 greetings.a.state'],
  [greeting('a', 'state = "paid"\naccount = "mian"'), '7 greetings.a.account is "mian".*or name "main" or "second"'],
  [
    greeting('a', 'state = "paid"') + greeting('b', 'state = "paid"\naccount = "main"'),
    'greetings.b is said on the same occasion as .greetings.a.',
  ],
  [`[account.main.chat]\nsocket = false\n${greeting('a', 'state = "paid"')}`, 'account.main.chat.socket is false, and'],
])('ADR 0061: a greeting that could not be said is a mistake of the file, with its line: %#', (text, mistake) => {
  expect(mistakes(text)).toEqual([expect.stringMatching(new RegExp(mistake))]);
});

it('ADR 0061: a variable that no file has written is refused where it could not be said', () => {
  for (const [PEERDESK_GREETINGS, why] of [
    ['hola', 'is no list of greetings'],
    ['[{"name":"a"}]', 'is no list of greetings'],
    ['[{"name":"a","state":"paid","side":null,"fiat":null,"text":"{x}"}]', 'the text of a has "x" in braces'],
  ] as const)
    expect(() => readGreetings({ PEERDESK_GREETINGS })).toThrow(why);
  expect(readGreetings({ PEERDESK_GREETINGS: ' ' })).toEqual([]);
});
