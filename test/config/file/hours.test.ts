import { describe, expect, it } from 'vitest';
import { adWishes } from '../../../src/config/file/ad-wishes.ts';
import { readFileText } from '../../../src/config/file/read-file.ts';

const account = '[account.main]\nservice = "https://api.example.com"\napi_key_env = "K"\napi_secret_env = "S"\n';
const hours = (timezone = 'America/La_Paz', open = 'Mon-Sat 08:00-22:00'): string =>
  `hours = { open = "${open}", timezone = "${timezone}" }\n`;
const ad = (text: string, name = '11'): string => `[ads.${name}]\nfloor = "9"\nceiling = "10"\n${text}`;

function mistakesOf(text: string) {
  const read = readFileText(text);
  return Array.isArray(read) ? read.map(({ line, key, text: why }) => `${line} ${key} ${why}`) : [];
}

function hoursOf(text: string) {
  const read = readFileText(text);
  if (Array.isArray(read)) throw new Error(JSON.stringify(read));
  return adWishes(read.file).ads.map(({ name, rules }) => [name, rules.hours?.open ?? null]);
}

describe('ads#active-hours: hours in the file', () => {
  it('an ad’s own stand over those of its rules, these over those of its account, and off is none', () => {
    const rules = `[rules.day]\n${hours('UTC', 'Mon 08:00-09:00')}`;
    const ads = [ad(''), ad('rules = "day"\n', '12'), ad(hours('UTC', 'always'), '13'), ad('hours = "off"\n', '14')];
    expect(hoursOf(`${account}${hours()}${rules}${ads.join('')}`)).toEqual([
      ['11', 'Mon-Sat 08:00-22:00'],
      ['12', 'Mon 08:00-09:00'],
      ['13', 'always'],
      ['14', null],
    ]);
  });

  it('a zone that is none is named with its line, in an account, in rules and in an ad', () => {
    const text = 'hours.timezone is "America/La_Pas", which is no time zone; did you mean America/La_Paz?';
    expect(mistakesOf(`${account}${hours('America/La_Pas')}${ad('')}`)).toEqual([`5 account.main.${text}`]);
    expect(mistakesOf(`${account}[rules.day]\n${hours('America/La_Pas')}${ad('')}`)).toEqual([`6 rules.day.${text}`]);
    expect(mistakesOf(`${account}${ad(hours('America/La_Pas'))}`)).toEqual([`8 ads.11.${text}`]);
    expect(mistakesOf(`${account}${ad(hours('Nowhere'))}`)).toEqual([
      '8 ads.11.hours.timezone there is no time zone Nowhere on this machine: write a name of the IANA list, such as America/La_Paz',
    ]);
  });

  it('times that are none and a resting price outside the limits are named with what to write', () => {
    expect(mistakesOf(`${account}${ad(hours('UTC', '8-22'))}`)[0]).toMatch(
      /^8 ads\.11\.hours\.open .*days with times such as "Mon-Sat 08:00-22:00"/,
    );
    const resting = ad('hours = { open = "always", timezone = "UTC", resting_price = "11" }\n');
    expect(mistakesOf(`${account}${resting}`)).toEqual([
      '8 ads.11.hours the resting price 11 is outside the limits 9 to 10',
    ]);
  });
});
