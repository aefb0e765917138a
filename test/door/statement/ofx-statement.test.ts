import { describe, expect, it } from 'vitest';
import { ownCpuMs } from '../../own-cpu.ts';
import { zoneClock } from '../../../src/domain/hours/time-zone.ts';
import { accountOf, bare, closedLeaves, entry, oneLine, sgml, xml } from './ofx-samples.ts';
import { read, said, statementSource } from './statement-fixture.ts';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const own = accountOf('123-4', '77');
const usual = `entry 1: booked 400.00 2026-11-28T00:00 Ana Perez | ${own} F-1 | `;

describe('statements as OFX', () => {
  it('payments: 1.x without ends of leaves, on lines of its own or in one', () => {
    const text = sgml(entry() + entry({ type: 'DEBIT', amount: '-3.00', id: 'F-2' }));
    for (const one of [text, oneLine, text.replaceAll('\n', '\r\n')])
      expect(said(one)).toEqual([usual, 'entry 2: out']);
  });

  it('payments: leaves with their ends, a comma, a zone, no name, and letters by the CHARSET of its head', () => {
    const reference = `${accountOf('9988', '0341')} NR:28/11/26:1250.50:1`;
    const lines = [`entry 1: booked 1250.50 2026-11-28T13:00 - | ${reference} | PIX José & Irmãos`, 'entry 2: out'];
    expect(said(latin1(closedLeaves))).toEqual(lines);
    // Written in UTF-8, whatever its head says.
    expect(said(closedLeaves)).toEqual(lines);
  });

  it('payments: 2.x, where a number is unique in its account alone', () => {
    expect(said(xml)).toEqual([
      `entry 1: booked 400 2026-11-28T13:30 Ana Perez | ${accountOf('1', '77')} SAME | `,
      `entry 2: booked 400 2026-11-28T00:00 Eva | ${accountOf('2', '77')} SAME | rent & <b>`,
    ]);
  });

  it('payments: letters that its head names wrongly are those of the source', () => {
    const text = xml.replace('rent & <b>', 'José');
    for (const one of [text, text.replace('UTF-8', 'none-such')]) {
      expect(() => read(latin1(one))).toThrow(/is not written in utf-8: say its encoding/);
      expect(said(latin1(one), statementSource({ encoding: 'windows-1252' }))[1]).toMatch(/\| José$/);
    }
    expect(said(latin1(text.replace('UTF-8', 'ISO-8859-1')))[1]).toMatch(/\| José$/);
  });

  it('payments: neither header nor text in an element, and a "<" that someone has written', () => {
    const source = statementSource({}, { zone: zoneClock('America/La_Paz') ?? statementSource().zone });
    expect(said(bare, source)).toEqual(['entry 1: booked 7.50 2026-11-28T13:30 - | - | you < me <3 > all']);
  });

  it.each([
    ['20261128', '2026-11-28T04:00'],
    ['20261128120000', '2026-11-28T04:00'],
    ['20261128120000.000[0:GMT]', '2026-11-28T04:00'],
    ['202611281200', '2026-11-28T04:00'],
    ['20261128093000', '2026-11-28T13:30'],
    ['20261128093000[-5:EST]', '2026-11-28T14:30'],
    ['20261128093000[-03]', '2026-11-28T12:30'],
    ['20261128093000.123[+9:JST]', '2026-11-28T00:30'],
    ['20261128093000[5.5:IST]', '2026-11-28T04:00'],
    ['20261128093000[+5.30:IST]', '2026-11-28T04:00'],
    ['20261128093000[-3.50:NST]', '2026-11-28T13:00'],
    ['20261128093000 GMT', '2026-11-28T09:30'],
    ['20261128235959[-0.5]', '2026-11-29T00:29'],
  ])('payments: a time %s is %s', (posted, moment) => {
    const source = statementSource({}, { zone: zoneClock('America/La_Paz') ?? statementSource().zone });
    expect(said(sgml(entry({ posted })), source)[0]).toContain(`400.00 ${moment} Ana`);
  });

  it.each([
    '2026112809',
    '20261328',
    '20261128250000',
    '20261128093000[EST]',
    '20261128093000[5.4]',
    '',
    '20261128093000[19]',
  ])('payments: %j is no time of OFX', (posted) => {
    expect(said(sgml(entry({ posted })))).toEqual(['entry 1: refused date']);
  });

  it.each([
    ['400', '400'],
    ['400,5', '400.5'],
    ['+400.00', '400.00'],
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['0.30000000000000004', null],
    ['1.234', null],
    ['1,234', null],
    ['1.2.3', null],
    ['1e3', null],
    ['0.00', null],
    ['', null],
    ['four', null],
  ])('payments: an amount %j is %j, as text', (amount, written) => {
    const [line = ''] = said(sgml(entry({ amount })));
    expect(line).toContain(written === null ? 'refused amount' : `booked ${written} `);
  });

  it.each([
    ['it goes out', { amount: '-400.00' }, 'out'],
    ['one that comes, but of a debit', { type: 'DEBIT' }, 'refused direction'],
    ['of a kind that OFX does not have', { type: 'WIRE' }, 'refused direction'],
    ['of none', { type: '' }, 'refused direction'],
    ['a fee that comes back', { type: 'FEE' }, 'out'],
    ['a reversal', { type: 'Reversal' }, 'out'],
    ['a hold', { type: 'HOLD' }, 'pending'],
    ['a correction', { more: '<CORRECTFITID>F-0\n<CORRECTACTION>REPLACE' }, 'refused correction'],
    ['in another currency', { more: '<CURRENCY><CURRATE>1<CURSYM>USD</CURRENCY>' }, 'refused other-currency'],
    ['in the source’s own', { more: '<CURRENCY><CURRATE>1<CURSYM>BOB</CURRENCY>' }, 'booked'],
    ['an amount that stands twice', { more: '<TRNAMT>9999.00' }, 'refused twice'],
    ['a name that stands twice', { more: '<NAME>Ana\n<NAME>Eva' }, 'refused twice'],
  ])('payments: %s', (_what, part, outcome) => {
    expect(said(sgml(entry(part)))[0]).toContain(`entry 1: ${outcome}`);
  });

  it('payments: what is pending without a number, another currency, and no currency', () => {
    const pending = '<STMTTRNP><TRNTYPE>CREDIT<DTTRAN>20261128<TRNAMT>5.00<NAME>Ana</STMTTRNP>';
    const text = sgml(entry()).replace('</BANKTRANLIST>', `</BANKTRANLIST><BANKTRANLISTP>${pending}</BANKTRANLISTP>`);
    expect(said(text)).toEqual([usual, 'entry 2: refused unnumbered']);
    for (const other of ['<CURDEF>USD', '', '<CURDEF>BOB<CURDEF>BOB'])
      expect(said(sgml(entry()).replace('<CURDEF>BOB', other))).toEqual(['entry 1: refused other-currency']);
  });

  it.each(['NONREF', 'N/A', '', '-'])('payments: %j is no number of a payment', (id) => {
    expect(said(sgml(entry({ id })))).toEqual(['entry 1: booked 400.00 2026-11-28T00:00 Ana Perez | - | ']);
  });
});

it('payments: a long number of OFX names its payment, too', () => {
  const id = 'x'.repeat(254);
  const [one = '', other = ''] = said(sgml(entry({ id: `${id}1` }) + entry({ id: `${id}2` })));
  expect(one).toMatch(/Ana Perez \| [\dA-F]{8} [\dA-F]{60} \| $/);
  expect(other.slice('entry 2'.length)).not.toBe(one.slice('entry 1'.length));
});

describe('OFX that is refused as a whole', () => {
  const whole = sgml(entry());
  it.each([
    [
      'it was cut off',
      whole.slice(0, whole.indexOf('</BANKTRANLIST>')),
      /no whole document: <\/BANKTRANLIST> is missing/,
    ],
    ['an end is missing', whole.replace('</STMTTRN>', ''), /<\/STMTTRN> is missing before <\/BANKTRANLIST>/],
    ['a beginning is missing', whole.replace('<STMTTRN>', ''), /there is <\/STMTTRN> without its <STMTTRN>/],
    [
      'an entry has another name',
      whole.replaceAll('STMTTRN>', 'STMTTRX>'),
      /an amount \(TRNAMT\) outside of the entries/,
    ],
    [
      'an entry is in another',
      whole.replaceAll(/<(\/?)STMTTRN>/g, '<$1STMTTRN><$1STMTTRN>'),
      /an amount \(TRNAMT\) outside/,
    ],
    ['no account', whole.replace('<ACCTID>123-4', ''), /does not say of which account it is/],
    ['two accounts', whole.replace('<ACCTID>', '<ACCTID>1<ACCTID>'), /does not say of which account it is/],
    ['no list', whole.replace(/<BANKTRANLIST>[^]*<\/BANKTRANLIST>/, ''), /no list of entries/],
    ['no statement', whole.replace(/<STMTRS>[^]*<\/STMTRS>/, ''), /without a statement of an account/],
    ['a card', whole.replaceAll('STMTRS>', 'CCSTMTRS>'), /it has CCSTMTRS: export the bank account alone/],
    [
      'an entry elsewhere',
      whole.replace('<BANKMSGSRSV1>', `${entry()}<BANKMSGSRSV1>`),
      /an amount \(TRNAMT\) outside of the entries/,
    ],
    [
      'elements in each other',
      `<OFX>${'<A>'.repeat(50)}x${'</A>'.repeat(50)}</OFX>`,
      /more than 40 elements in each other/,
    ],
    ['a quotation without an end', sgml(entry({ more: '<MEMO><![CDATA[x' })), /CDATA without an end/],
    [
      'a quotation that hides a row',
      sgml(entry({ more: '<MEMO><![CDATA[' }) + entry({ more: '<MEMO>]]>' })),
      /CDATA without an end/,
    ],
    ['nothing', '<OFX></OFX>', /without a statement/],
  ])('payments: %s', (_what, text, why) => {
    expect(() => read(text)).toThrow(why);
  });

  it('payments: a list without entries is read as that, and a second document is read, too', () => {
    expect(said(sgml(''))).toEqual([]);
    expect(said(sgml('').replace(/<DTSTART>[^<]*<DTEND>[^<]*/, ''))).toEqual([]);
    expect(said(whole + whole)).toEqual([usual, usual.replace('entry 1', 'entry 2')]);
  });
});

describe('OFX with what payers write', () => {
  it.each([
    ['a comment hides nothing', '<MEMO>a <!-- b', 'a <!-- b'],
    ['an instruction hides nothing', '<MEMO>a <? b', 'a <? b'],
    ['an entity is read once', '<MEMO>&amp;lt;b&gt; &#38;#60; &nope; &#1114112;', '&lt;b> &#60; &nope; &#1114112;'],
    ['an end of nothing', '<MEMO>a</b> c', 'a'],
    ['names of objects', '<MEMO>a<CONSTRUCTOR>x<__PROTO__>y', 'a'],
    ['letters that are none', '<MEMO>a\u0000b\u001b[31mc', 'a b [31mc'],
  ])('payments: %s', (_what, more, memo) => {
    const lines = said(sgml(entry({ more }) + entry({ id: 'F-2', more: '<MEMO>z-->?>' })));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe(`entry 1: booked 400.00 2026-11-28T00:00 - | ${own} F-1 | ${memo}`);
  });

  it('payments: a hostile file ends in time', () => {
    // What takes the square of that takes minutes.
    const size = 300_000;
    const fills = ['<A>', '<A', '<', '&', '<![CDATA[', '<A ', ' ', '</OFX>', '<MEMO>x', '<STMTTRN></STMTTRN>'];
    for (const fill of fills) {
      const tookMs = ownCpuMs(() => {
        try {
          read(sgml(entry({ more: fill.repeat(size / fill.length) })), statementSource(), 'ofx');
        } catch (error) {
          expect(error).toMatchObject({ name: 'UnreadableStatement' });
        }
      });
      expect(tookMs, fill).toBeLessThan(4_000);
    }
  });
});
