import { describe, expect, it } from 'vitest';
import { readFileText } from '../../../src/config/file/read-file.ts';
import type { Mistake } from '../../../src/config/file/mistake.ts';
import { goodFile } from './file-fixture.ts';

function mistakesIn(text: string): Mistake[] {
  const read = readFileText(text);
  return Array.isArray(read) ? read : [];
}

const secret = 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A';

/** What is broken, what stands there instead, the key, and the words that name the remedy. */
const breakages: [title: string, from: string, to: string, key: string, remedy: RegExp][] = [
  ['a value without quotes', 'mode = "shadow"', 'mode = shadow', '', /text in quotes/],
  ['a quote that nothing closes', '"shadow"', '"shadow', '', /close the text/],
  ['a key twice', 'mode = "shadow"', 'mode = "shadow"\nmode = "live"', '', /each key once/],
  ['a table twice', '[rules.tight]', '[rules.tight]\n[rules.tight]', '', /each table and each key once/],
  ['a misspelt table', '[egress.home]', '[egres.home]', 'egres', /write egress/],
  ['a misspelt key', 'service =', 'servise =', 'account.main.servise', /write service/],
  ['a key of another table', 'policy = ', 'floor = ', 'account.main.release.floor', /known here: policy, /],
  ['a misspelt mode', '"shadow"', '"shadov"', 'account.main.mode', /did you mean "shadow"/],
  ['a mode that is a number', '"shadow"', '1', 'account.main.mode', /one of "sim", "shadow", "live"/],
  ['a price without quotes', 'floor = "9.50"', 'floor = 9.5', 'ads.11234567890.floor', /write floor = "9.5"/],
  ['a price of zero', '"9.50"', '"0"', 'ads.11234567890.floor', /decimal above zero; write/],
  ['a floor above the ceiling', '"9.50"', '"11"', 'ads.11234567890.floor', /at most 10.50/],
  ['no ceiling', 'ceiling = "10.50"\n', '', 'ads.11234567890.ceiling', /write ceiling = "10.50"/],
  ['rules that do not exist', 'rules = "tight"', 'rules = "tigth"', 'ads.11234567890.rules', /did you mean "tight"/],
  ['an account that does not exist', 'account = "main"', 'account = "man"', 'ads.11234567890.account', /name "main"/],
  ['an egress that does not exist', 'egress = "home"', 'egress = "hom"', 'account.main.egress', /did you mean "home"/],
  [
    'an ad to publish without all that it needs',
    '[ads.11234567890]',
    '[ads.usdt.terms]\nasset = "USDT"\nfiat = "BOB"\nside = "SELL"\nquantity = "5"\nmin_order = "1"\npay_methods = ["BANK"]\n[ads.usdt]',
    'ads.usdt.terms.max_order',
    /published by this file: write max_order/,
  ],
  [
    'an amount of an ad that is none',
    'rules = "tight"\nf',
    'terms = { quantity = "all" }\nf',
    'ads.11234567890.terms.quantity',
    /decimal above zero/,
  ],
  [
    'a term of an ad that there is not',
    'rules = "tight"\nf',
    'terms = { quantty = "5" }\nf',
    'ads.11234567890.terms.quantty',
    /quantity/,
  ],
  [
    'an ad that writes more than its account',
    'rules = "tight"\nf',
    'mode = "live"\nf',
    'ads.11234567890.mode',
    /is live, and account main is in mode shadow: write mode = "shadow"/,
  ],
  [
    'a mode of an ad that has no number yet',
    '[ads.11234567890]',
    '[ads.usdt.terms]\nasset = "USDT"\nfiat = "BOB"\nside = "SELL"\nquantity = "5"\nmin_order = "1"\nmax_order = "2"\npay_methods = ["BANK"]\n[ads.usdt]\nmode = "shadow"',
    'ads.usdt.mode',
    /needs the number of the ad: write number = /,
  ],
  ['an ad without a number', '[ads.11234567890]', '[ads.usdt]', 'ads.usdt.number', /write number = "/],
  [
    'a number too long to be one',
    'rules = "tight"\nf',
    'number = 11234567890123456789\nf',
    'ads.11234567890.number',
    /write number = "11234567890123456789"/,
  ],
  ['a strategy that does not exist', '"undercut"', '"undrcut"', 'rules.tight.strategy.kind', /did you mean "undercut"/],
  ['a misspelt part of a strategy', 'ticks = 1', 'tick = 1', 'rules.tight.strategy.tick', /write ticks/],
  ['a count out of range', 'ticks = 1', 'ticks = 0', 'rules.tight.strategy.ticks', /must be more than 0/],
  [
    'a share above 1',
    '[rules.tight]',
    '[rules.wide]\nfilter = { min_finish_rate = 95 }\n[rules.tight]',
    'rules.wide.filter.min_finish_rate',
    /at most 1/,
  ],
  [
    'a key in the words of code',
    'max_deviation_ratio',
    'maxDeviationRatio',
    'rules.tight.filter.maxDeviationRatio',
    /write max_deviation_ratio/,
  ],
  [
    'a setting that does not exist',
    'market_interval_ms',
    'market_intervall_ms',
    'settings.market_intervall_ms',
    /write market_interval_ms/,
  ],
  ['a setting in quotes', '= 4000', '= "4000"', 'settings.market_interval_ms', /write market_interval_ms = 4000/],
  [
    'slots of one account',
    '[account.main.release]',
    'settings = { money_slots = 5 }\n[account.main.release]',
    'account.main.settings.money_slots',
    /leave it out/,
  ],
  [
    'a secret',
    'api_secret_env = "MAIN_SECRET"',
    `api_secret = "${secret}"`,
    'account.main.api_secret',
    /write api_secret_file = "FILE"/,
  ],
  [
    'a secret where a file is named',
    'api_secret_env = "MAIN_SECRET"',
    `api_secret_file = "${secret}"`,
    'account.main.api_secret_file',
    /name of a file/,
  ],
  [
    'a secret where a variable is named',
    '"MAIN_SECRET"',
    `"${secret}"`,
    'account.main.api_secret_env',
    /name of a variable/,
  ],
  [
    'a password',
    '[account.main.release]',
    'password = "hunter2hunter2"\n[account.main.release]',
    'account.main.password',
    /take it out of the file/,
  ],
  [
    'a file beside a variable',
    'api_key_env',
    'api_key_file = "k"\napi_key_env',
    'account.main.api_key_env',
    /leave one of the two out/,
  ],
  [
    'an address with a password',
    'https://api.example.com',
    'https://ana:hunter2@api.example.com',
    'account.main.service',
    /without user name/,
  ],
  ['an address in clear text', 'https://api', 'http://api', 'account.main.service', /must be https/],
  [
    'an address without a service',
    'https://api.example.com',
    'api.example.com',
    'account.main.service',
    /write for example service = "https/,
  ],
  [
    'a sum without a currency',
    'amount_cap = "5000 BOB"',
    'amount_cap = "5000"',
    'account.main.release.amount_cap',
    /write for example amount_cap = "5000 BOB"/,
  ],
  [
    'a currency twice',
    'amount_cap = "5000 BOB"',
    'amount_cap = "5000 BOB, 1 BOB"',
    'account.main.release.amount_cap',
    /each currency once/,
  ],
  [
    'a cap above what the worker lets pass',
    'amount_cap = "5000 BOB"',
    'amount_cap = "6000 BOB"',
    'account.main.release.amount_cap',
    /lower it, or raise max/,
  ],
  [
    'more people above no total',
    'approvers_above = "1000 BOB"\n',
    '',
    'account.main.release.approvers_then',
    /write approvers_above/,
  ],
  ['fewer people above a total', 'approvers = 1', 'approvers = 3', 'account.main.release.approvers_then', /at least 3/],
  ['six people', 'approvers = 1', 'approvers = 6', 'account.main.release.approvers', /must be 1 to 5/],
  [
    'signatures without keys',
    'policy = "approve"',
    'approvals = "signed"',
    'account.main.release.approvals',
    /write approvers_file/,
  ],
  ['a name with a blank', '[egress.home]', '[egress."ho me"]', 'egress."ho me"', /letters, digits/],
  [
    'a name that queues have',
    '[egress.home]',
    '[account.egress]\nservice = "https://a.example.com"\negress = "home"\n[egress.home]',
    'account.egress',
    /another name/,
  ],
  [
    'an address of Temporal without its port',
    '"localhost:7233"',
    '"localhost"',
    'temporal.address',
    /must be host:port/,
  ],
  ['a port that there is not', ':7233', ':99999', 'temporal.address', /a port of 1 to 65535/],
  [
    'a policy that the worker lets not pass',
    'policy = "approve"',
    'policy = "match"\npolicies = ["approve"]',
    'account.main.release.policy',
    /let only "approve" pass/,
  ],
  [
    'an interval with its unit',
    '= 4000',
    '= "4s"',
    'settings.market_interval_ms',
    /without quotes: write market_interval_ms = 5000/,
  ],
  [
    'a rule that is text',
    'ticks = 1 }',
    'ticks = 1 }\nmaximum_step = "5 ticks"',
    'rules.tight.maximum_step',
    /write maximum_step = \{ … \}/,
  ],
  ['no processes', 'processes = 1', 'processes = 0', 'egress.home.processes', /1 or more/],
  ['a list that is text', '["s1a2b3c4"]', '"s1a2b3c4"', 'account.main.counterparty.blocked', /a list in brackets/],
  [
    'a table that is text',
    '[account.main.counterparty]',
    'chat = "off"\n[account.main.counterparty]',
    'account.main.release.chat',
    /leave it out/,
  ],
];

describe('a broken file is refused with the line and the remedy', () => {
  it.each(breakages)('%s', (...breakage) => {
    const [, from, to, key, remedy] = breakage;
    const text = goodFile.replace(from, to);
    expect(text).not.toBe(goodFile);
    const mistake = mistakesIn(text).find((one) => one.key === key);
    expect(mistake?.text).toMatch(remedy);
    const last =
      key === '' ? '' : (JSON.parse(`["${key.replace(/.*\.(?=[\w" -]+$)/, '').replaceAll('"', '')}"]`)[0] as string);
    const line = text.split('\n')[(mistake?.line ?? 0) - 1] ?? '';
    // A key that is missing is looked for in its table.
    expect(mistake?.text.startsWith('is missing') === true ? line.startsWith('[') : line.includes(last)).toBe(true);
    expect(JSON.stringify(mistakesIn(text))).not.toMatch(/hunter2|vmPUZE6m/);
  });

  it('has thirty ways, and all mistakes are reported at once in the order of lines', () => {
    expect(breakages.length).toBeGreaterThanOrEqual(30);
    const text = goodFile.replace('"shadow"', '"x"').replace('"undercut"', '"y"').replace('= 4000', '= true');
    const lines = mistakesIn(text).map(({ line }) => line);
    expect(lines).toHaveLength(3);
    expect(lines).toEqual(lines.toSorted((left, right) => left - right));
  });

  it('an item of a list has a value and no key to write', () => {
    expect(mistakesIn(goodFile.replace('"s1a2b3c4"', '" ", 7')).map((mistake) => mistake.text)).toEqual([
      'is " ": must not be empty',
      'is 7, and must be text in quotes: write "7"',
    ]);
  });

  it('and the file that they break is valid', () => {
    expect(mistakesIn(goodFile)).toEqual([]);
    expect(mistakesIn(goodFile.replaceAll('\n', '\r\n'))).toEqual([]);
  });
});

describe('names of accounts and addresses', () => {
  const two = (egress: string): string => `[egress.main]\n[egress.home]\n[account.main]\negress = "${egress}"
service = "https://api.example.com"\n[account.second]\negress = "main"\nservice = "https://api.example.com"\n`;

  it.each(['main', 'home'])('that mix are refused: account main behind %s', (egress) => {
    expect(mistakesIn(two(egress))).toMatchObject([{ key: 'account.main', text: /name of an egress that serves/ }]);
  });

  it('may be the same where the address serves that account alone', () => {
    expect(
      mistakesIn(
        two('main').replace(
          'egress = "main"\nservice = "https://api.example.com"\n[account.second]\negress = "main"',
          'egress = "main"\nservice = "https://api.example.com"\n[account.second]\negress = "home"',
        ),
      ),
    ).toEqual([]);
  });

  it('have to be written where there are several', () => {
    const text = two('home').replace('egress = "home"\n', '');
    expect(mistakesIn(text)).toMatchObject([{ key: 'account.main.egress', text: /write egress = "main" or "home"/ }]);
  });
});
