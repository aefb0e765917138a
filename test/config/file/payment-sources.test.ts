import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadPlace } from '../../../src/config/file/load-file.ts';
import { paymentSources, statementSources } from '../../../src/config/file/payment-sources.ts';
import { readFileText } from '../../../src/config/file/read-file.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const account = '[account.main]\nservice = "https://api.example.com"\n';
const bank = '[payments.bank]\nscheme = "standard-webhooks"\nclass = "hint"\nsecret_file = "bank"\ncurrency = "BOB"\n';
const statement = '[payments.files]\nscheme = "statement"\nclass = "hint"\ncurrency = "BOB"\n';

const phone = bank.replace('bank]', 'phone]').replace('standard-webhooks', 'text').replace('evidence', 'hint');
const template = 'templates = ["Got {amount}"]\n';

const sourcesOf = async (text: string, secret: string) => paymentSources(await loaded(text, secret));

async function loaded(text: string, secret = 'not read') {
  const folder = await temporaryDirectory();
  const path = join(folder, 'peerdesk.toml');
  writeFileSync(path, text, { mode: 0o600 });
  chmodSync(folder, 0o700);
  writeFileSync(join(folder, 'bank'), secret, { mode: 0o600 });
  return loadPlace({ path, isNamed: true });
}

it('payments: a source has its key, the only account, and the zone of its scheme', async () => {
  const key = Buffer.alloc(24, 7);
  const sepay = `${bank.replace('bank]', 'sepay]').replace('standard-webhooks', 'sepay')}reversible = true\nmethod = "BANK"\n`;
  const sources = await sourcesOf(account + bank + sepay, `whsec_${key.toString('base64')}\n`);
  expect(sources).toMatchObject([
    { name: 'bank', scheme: 'standard-webhooks', class: 'hint', account: 'main', currency: 'BOB', key },
    { name: 'sepay', method: 'BANK', isReversible: true },
  ]);
  expect(sources.map(({ zone }) => zone.offsetMs(0))).toEqual([0, 8 * 3_600_000]);
  expect(sources[0]).toMatchObject({ method: null, isReversible: false });
});

it.each([
  ['', /\[payments\.bank\] secret_file names a file that is empty/],
  ['short', /\[payments\.bank\] secret_file is too short: give at least 16 bytes/],
])('payments: the key %j is refused without being said', async (secret, message) => {
  await expect(sourcesOf(account + bank, secret)).rejects.toThrow(message);
});

it.each([
  [bank.replace('hint', 'proof'), 'payments.bank.class'],
  [bank.replace('BOB', 'bob'), 'payments.bank.currency'],
  [bank.replace('payments.bank', 'payments.Bank'), 'payments.Bank'],
  [`${bank}account = "other"\n`, 'payments.bank.account'],
  [`${bank}zone = "Mars/Base"\n`, 'payments.bank.zone'],
  [`[account.second]\nservice = "https://api.example.com"\n${bank}`, 'payments.bank.account'],
  [bank.replace('"bank"', `"${'a'.repeat(40)}"`), 'payments.bank.secret_file'],
  [`${bank}decimal = ","\n`, 'payments.bank.decimal'],
  [bank.replace('secret_file = "bank"\n', ''), 'payments.bank.secret_file'],
  [statement.replace('hint', 'evidence'), 'payments.files.class'],
  [`${statement}secret_file = "bank"\n`, 'payments.files.secret_file'],
  [`${statement}incoming = "CR"\n`, 'payments.files.incoming'],
  [`${statement}columns = { date = 1, amount = 2, direction = 3 }\n`, 'payments.files.incoming'],
  [`${statement}date_format = "DD/MM"\n`, 'payments.files.date_format'],
  [`${statement}encoding = "letters"\n`, 'payments.files.encoding'],
  [`${phone}templates = ["Got {sum}"]\n`, 'payments.phone.templates.0'],
  [phone, 'payments.phone.templates'],
  [`${phone.replace('hint', 'evidence')}${template}`, 'payments.phone.class'],
  [`${phone}${template}samples = ["Got 5", "Lost 5"]\n`, 'payments.phone.samples.1'],
  [`${phone}${template}samples = ["Got 1.234"]\n`, 'payments.phone.samples.0'],
  [`${phone}${template}delimiter = "tab"\n`, 'payments.phone.delimiter'],
  [`${phone}${template}header = "X Y"\n`, 'payments.phone.header'],
  [`${bank}${template}`, 'payments.bank.templates'],
  [`${statement}${template}`, 'payments.files.templates'],
])('payments: %j is a mistake at %s', (text, key) => {
  const read = readFileText(account + text);
  expect(Array.isArray(read) ? read.map((mistake) => mistake.key) : []).toContain(key);
});

it('payments: a source of statements has no key, and the usual form where it names none', async () => {
  const file = await loaded(account + statement);
  expect(paymentSources(file)).toEqual([]);
  const usual = { columns: null, delimiter: ',', incoming: null, decimal: '.', dateFormat: null, encoding: 'utf-8' };
  expect(statementSources(file)).toMatchObject([{ name: 'files', class: 'hint', account: 'main', form: usual }]);
  const form =
    'delimiter = "semicolon"\nincoming = "CR"\ndecimal = ","\ndate_format = "DD/MM/YYYY"\nencoding = "latin1"\n';
  const columns = '[payments.files.columns]\ndate = "Fecha"\namount = 2\ndirection = 3\n';
  expect(statementSources(await loaded(account + statement + form + columns))[0]?.form).toEqual({
    columns: { date: 'Fecha', amount: 2, direction: 3 },
    delimiter: ';',
    incoming: 'CR',
    decimal: ',',
    dateFormat: 'DD/MM/YYYY',
    encoding: 'latin1',
  });
});

it('payments: a source of texts has its templates, and the usual names of fields', async () => {
  const secret = 'a key of sixteen bytes';
  const [usual] = await sourcesOf(account + phone + template, secret);
  const named = { textField: 'content', timeField: 'timestamp', signature: 'secret', header: 'x-peerdesk-secret' };
  expect(usual).toMatchObject({ class: 'hint', message: { ...named, templates: [{ begin: 'Got ' }], decimal: '.' } });
  const more =
    'samples = ["Got 1.234"]\ndecimal = ","\ntext_field = "a.b"\ntime_field = "c"\nsignature = "hmac"\nheader = "x-s"\n';
  const [other] = await sourcesOf(account + phone + template + more, secret);
  expect(other?.message).toMatchObject({
    decimal: ',',
    textField: 'a.b',
    timeField: 'c',
    signature: 'hmac',
    header: 'x-s',
  });
});
