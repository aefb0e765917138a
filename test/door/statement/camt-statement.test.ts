import { describe, expect, it } from 'vitest';
import { read, said, statementSource } from './statement-fixture.ts';

const kinds = {
  '052': ['BkToCstmrAcctRpt', 'Rpt'],
  '053': ['BkToCstmrStmt', 'Stmt'],
  '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const;

function camt(entries: string, kind: keyof typeof kinds = '053', version = '02'): string {
  const [document, report] = kinds[kind];
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${version}"><${document}><GrpHdr><MsgId>1</MsgId></GrpHdr>
<${report}><Id>1</Id>${entries}</${report}></${document}></Document>\n`;
}

interface Written {
  side?: string;
  amount?: string;
  currency?: string;
  status?: string;
  more?: string;
  details?: string;
}

const entry = ({
  side = 'CRDT',
  amount = '400.00',
  currency = 'BOB',
  status = 'BOOK',
  more = '',
  details = '',
}: Written = {}) =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>${more}<Sts>${status}</Sts>
<BookgDt><Dt>2026-11-28</Dt></BookgDt><AcctSvcrRef>BANK-1</AcctSvcrRef>${details === '' ? '' : `<NtryDtls>${details}</NtryDtls>`}</Ntry>`;

const part = (amount: string, reference: string, { name = 'Ana Perez', side = '' } = {}) =>
  `<TxDtls><Refs><EndToEndId>SAME</EndToEndId>${reference === '' ? '' : `<AcctSvcrRef>${reference}</AcctSvcrRef>`}</Refs>
<AmtDtls><TxAmt><Amt Ccy="BOB">${amount}</Amt></TxAmt></AmtDtls>${side}
<RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties><RmtInf><Ustrd>rent</Ustrd><Ustrd>of May</Ustrd></RmtInf></TxDtls>`;

describe('statements as camt', () => {
  it.each(['052', '053', '054'] as const)('mistake 8: camt.%s is read, and never as nothing', (kind) => {
    const text = camt(entry({ details: part('400.00', 'BANK-1') }) + entry({ side: 'DBIT' }), kind);
    expect(said(text)).toEqual([
      'entry 1: booked 400.00 2026-11-28T00:00 Ana Perez | BANK-1 | rent of May',
      'entry 2: out',
    ]);
  });

  it('payments: the words of version 8, a prefix, a time of its own, and letters that XML has to write otherwise', () => {
    const text = camt(
      `<Ntry><Amt Ccy="BOB">400.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts>
<BookgDt><DtTm>2026-11-28T10:00:00.000+01:00</DtTm></BookgDt><NtryDtls><TxDtls><Refs><AcctSvcrRef>B-8</AcctSvcrRef></Refs>
<RltdPties><Dbtr><Pty><Nm>A &amp; B &#193; &#xC9;</Nm></Pty></Dbtr></RltdPties></TxDtls></NtryDtls><AddtlNtryInf>info</AddtlNtryInf></Ntry>`,
      '053',
      '08',
    ).replace(/<(\/?)(?=[A-Z])/g, '<$1ns:');
    expect(said(text)).toEqual(['entry 1: pending 400.00 2026-11-28T09:00 A & B \u00C1 \u00C9 | B-8 | info']);
  });

  it('mistake 6: the parts of a batch count, and not its sum as well', () => {
    const parts = part('100.00', 'P-1') + part('300.00', 'P-2', { name: 'Eva Roca' });
    expect(said(camt(entry({ details: `<Btch><NbOfTxs>2</NbOfTxs></Btch>${parts}` })))).toEqual([
      'entry 1, part 1: booked 100.00 2026-11-28T00:00 Ana Perez | P-1 | rent of May',
      'entry 1, part 2: booked 300.00 2026-11-28T00:00 Eva Roca | P-2 | rent of May',
    ]);
  });

  it('mistake 6: a reference that parts share with each other or their batch is none of theirs', () => {
    const same = part('200.00', 'X') + part('200.00', 'X');
    const batch =
      part('100.00', 'BANK-1') +
      part('500.00', '') +
      part('200.00', 'P', { name: 'Eva', side: '<CdtDbtInd>DBIT</CdtDbtInd>' });
    expect(said(camt(entry({ details: same }) + entry({ details: batch })))).toEqual([
      'entry 1, part 1: booked 200.00 2026-11-28T00:00 Ana Perez | - | rent of May',
      'entry 1, part 2: booked 200.00 2026-11-28T00:00 Ana Perez | - | rent of May',
      'entry 2, part 1: booked 100.00 2026-11-28T00:00 Ana Perez | - | rent of May',
      'entry 2, part 2: booked 500.00 2026-11-28T00:00 Ana Perez | - | rent of May',
      'entry 2, part 3: out',
    ]);
  });

  it.each([
    [{ details: '<Btch><NbOfTxs>2</NbOfTxs></Btch>' }, 'batch-bare'],
    [{ details: part('100.00', 'P-1') + part('200.00', 'P-2') }, 'batch-sum'],
    [{ details: part('100.00', 'P-1') + '<TxDtls><Refs></Refs></TxDtls>' }, 'batch-sum'],
    [{ currency: 'USD' }, 'other-currency'],
    [{ status: 'INFO' }, 'state'],
    [{ amount: '4,00' }, 'amount'],
    [{ side: 'IN' }, 'form'],
  ])('payments: an entry that is not clear is refused: %#', (written, code) => {
    expect(said(camt(entry(written)))).toEqual([`entry 1: refused ${code}`]);
  });

  it('payments: what takes something back is no payment', () => {
    expect(said(camt(entry({ more: '<RvslInd>true</RvslInd>' })))).toEqual(['entry 1: out']);
  });

  it('payments: a day of value stands in where there is none of booking, and no reference is none', () => {
    const text = camt(entry()).replaceAll('BookgDt', 'ValDt').replace('BANK-1', 'NOTPROVIDED');
    expect(said(text)).toEqual(['entry 1: booked 400.00 2026-11-28T00:00 - | - | ']);
  });

  it.each([
    [camt('').replaceAll('BkToCstmrStmt', 'CstmrCdtTrfInitn'), /neither camt\.052 nor camt\.053 nor camt\.054/],
    [
      camt('').replaceAll('Stmt>', 'Other>').replaceAll('BkToCstmrOther', 'BkToCstmrStmt'),
      /no Stmt in its BkToCstmrStmt/,
    ],
    [camt(entry()).slice(0, -40), /no whole document/],
    [`<!DOCTYPE a [<!ENTITY b "c">]>${camt('')}`, /declares entities/],
    ['<html></html>', /no whole document/],
    [camt(entry().replace('</Ntry>', '') + entry()), /no whole document of XML: look at <\/Stmt>/],
    [camt(`</Ntry>${entry()}`), /no whole document of XML: look at <\/Ntry>/],
    [camt(entry().replace('</Amt>', '</Sum>')), /no whole document of XML: look at <\/Sum>/],
    [camt(`<<<${entry()}`), /no whole document of XML: look at <<</],
    [camt(`<!-- ${entry()}`), /no whole document of XML: look at <!-- <Ntry>/],
    [`<Sum>${camt(entry())}`, /no whole document of XML: look at <Sum>/],
    ['<OFX></OFX></Document>', /it is/],
  ])('mistake 8: a document without what is read is refused, and never read as nothing: %#', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('payments: comments, quotations and empty elements are XML', () => {
    const more = '<!-- </Ntry> --><Other/><Other a="b" /><?do <x ?>';
    expect(said(camt(more + entry().replace('BANK-1', '<![CDATA[<B-1]]>')))).toHaveLength(1);
  });

  it('payments: a day without a booking has no row', () => {
    expect(said(camt(''), statementSource())).toEqual([]);
  });
});

describe('camt: opening balance and entries are the closing one', () => {
  const balance = (code: string, amount: string, { side = 'CRDT', currency = 'BOB' } = {}): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>
<Dt><Dt>2026-11-28</Dt></Dt></Bal>`;
  const pages = (number: string, isLast: string): string =>
    `<StmtPgntn><PgNb>${number}</PgNb><LastPgInd>${isLast}</LastPgInd></StmtPgntn>`;
  const ends = balance('OPBD', '10.00') + balance('CLBD', '410.00');
  const wrong = balance('OPBD', '10.00') + balance('CLBD', '409.00');

  it('payments: a statement that does not add up is refused, with the difference', () => {
    expect(() => read(camt(wrong + entry()))).toThrow(
      'the report 1 does not add up: opening balance 10 and entries of 400 are not the closing balance 409, the difference is -1: an entry',
    );
    expect(() => read(camt(balance('PRCD', '10') + balance('CLBD', '10') + pages('1', 'true') + entry()))).toThrow(
      'the difference is -400',
    );
    expect(() => read(camt(ends + entry().repeat(2)))).toThrow('entries of 800');
  });

  it('payments: entries count by their side, reversals too, once they are booked', () => {
    const opening = balance('OPBD', '5.00', { side: 'DBIT' }) + balance('PRCD', '5.00', { side: 'DBIT' });
    const reversal = entry({ side: 'DBIT', amount: '5.00', more: '<RvslInd>true</RvslInd>' });
    const entries = entry() + entry({ side: 'DBIT', amount: '390.00' }) + reversal + entry({ status: 'PDNG' });
    expect(said(camt(opening + balance('CLBD', '0') + balance('CLAV', '99') + entries))).toHaveLength(4);
  });

  it.each([
    ['one end alone', balance('CLBD', '1')],
    ['two different closings', wrong + balance('CLBD', '408.00')],
    ['another currency', balance('OPBD', '10.00', { currency: 'USD' }) + balance('CLBD', '1', { currency: 'USD' })],
    ['a currency for each end', balance('OPBD', '10.00') + balance('CLBD', '1', { currency: 'USD' })],
    ['an amount that is none', balance('OPBD', 'x') + balance('CLBD', '1')],
    ['a balance in another form', '<Bal><Amt>1</Amt></Bal>'],
    ['the first page of two', wrong + pages('1', 'false')],
    ['the last page of two', wrong + pages('2', 'true')],
  ])('payments: of %s nothing is known', (_what, balances) => {
    expect(said(camt(balances + entry()))).toHaveLength(1);
  });

  it('payments: nor of a statement with an entry that is not read, or of what is new in a day', () => {
    expect(said(camt(wrong + entry({ side: 'IN' })))).toEqual(['entry 1: refused form']);
    expect(said(camt(wrong + entry({ status: 'X' })))).toEqual(['entry 1: refused state']);
    expect(said(camt(wrong + entry(), '052'))).toHaveLength(1);
  });
});
