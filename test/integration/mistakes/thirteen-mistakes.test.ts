/** The thirteen ways by which matching has cost merchants money, each on the running desk: real worker, door and bank. */
import { afterEach, describe, expect, it } from 'vitest';
import { SimOrderStatus } from '../../../src/simulator/world/simulator-state.ts';
import { shareWorld, until } from '../desk-harness.ts';
import { json } from '../operator.ts';
import { openMistakesWorld, zoneHours, type Said, type Taken } from './mistakes-world.ts';

const shared = shareWorld(openMistakesWorld);
const hourMs = 3_600_000;
const honest = { released: 0 };

/** What the bank says of the only transfer of an order, with other words where a test has them. */
function reported(taken: Taken, part: Partial<Said> = {}): Said {
  const [transfer] = shared().transfers(taken);
  if (transfer === undefined) throw new Error(`nothing was paid for ${taken.order}`);
  const { amount, payer, reference, bookedAtMs } = transfer;
  return { amount, payer, reference, bookedAt: new Date(bookedAtMs ?? Date.now()).toISOString(), ...part };
}

/** A text of the bank as a phone in La Paz gets it. */
const text = ({ amount, payer = '', reference, bookedAt = '' }: Said): string => {
  const there = new Date(Date.parse(bookedAt) - zoneHours * hourMs).toISOString();
  const [, year, month, day, time] = /^(\d+)-(\d+)-(\d+)T(\d+:\d+)/.exec(there) ?? [];
  return `Recibiste Bs ${amount.replace('.', ',')} de ${payer} el ${day}/${month}/${year} ${time}. Ref ${reference}.`;
};

async function released(taken: Taken): Promise<void> {
  honest.released += 1;
  await until(
    `order ${taken.order} is released`,
    () => shared().statusOf(taken),
    (status) => status === SimOrderStatus.COMPLETED,
  );
}

/** The sheet says why it waits, and the order was not released. */
async function waits(taken: Taken, ...verdicts: string[]): Promise<void> {
  const { judged, world } = shared();
  await judged(taken, verdicts);
  expect(world.simulator.ledger()).toMatchObject({ releases: honest.released, releasesWithoutMoney: 0 });
}

interface KeptPayment {
  amount: string;
  proof: string;
  sightings: unknown[];
}

const listed = async (): Promise<KeptPayment[]> =>
  json(await shared().peerdesk('payment', 'list', '--json')) as KeptPayment[];

afterEach(() => shared().cancelOpen());

describe('outlook 3.2: the thirteen mistakes', () => {
  it('mistake 1: a forged message of a phone, with the right amount, name and time, releases nothing', async () => {
    const { take, forward } = shared();
    const sale = take({ total: '401.00', payer: 'Rosalind Uno', habit: 'claims' });
    const forged = { amount: '401.00', payer: 'Rosalind Uno', reference: 'F1', bookedAt: new Date().toISOString() };
    expect(await forward(text(forged))).toBe(200);
    await waits(sale, 'candidate');
  });

  it('mistake 2: money of a third party releases nothing, also with the order number in its memo', async () => {
    const { take, report } = shared();
    const sale = take({ total: '402.00', payer: 'Rosalind Dos', habit: 'third-party' });
    expect(await report(reported(sale, { memo: `pago orden ${sale.order} Rosalind Dos` }))).toBe(200);
    await waits(sale, 'third-party');
  });

  it('mistake 3: too much is not taken for the total, and nothing is sent back', async () => {
    const { take, report } = shared();
    const sale = take({ total: '403.00', payer: 'Rosalind Tres', habit: 'overpays' });
    expect(await report(reported(sale))).toBe(200);
    await waits(sale, 'over');
  });

  it('mistake 4: one payment for two orders of one buyer, as large as either or as both, releases neither', async () => {
    const { take, report } = shared();
    const payer = 'Rosalind Cuatro';
    const [one, other] = [
      take({ total: '404.00', payer, habit: 'honest' }),
      take({ total: '404.00', payer, habit: 'claims' }),
    ];
    expect(await report(reported(one))).toBe(200);
    await waits(one, 'ambiguous');
    await waits(other, 'ambiguous');
    const [left, right] = [
      take({ total: '414.00', payer: 'Beatriz Suma', habit: 'claims' }),
      take({ total: '424.00', payer: 'Beatriz Suma', habit: 'claims' }),
    ];
    const both = { amount: '838.00', payer: 'Beatriz Suma', reference: 'BOTH', bookedAt: new Date().toISOString() };
    expect(await report(both)).toBe(200);
    await waits(left, 'over');
    await waits(right, 'over');
  });

  it('mistake 5: two genuine payments that are equal are two, and a person chooses', async () => {
    const { take, report, transfers } = shared();
    const sale = take({ total: '405.00', payer: 'Rosalind Cinco', habit: 'twice' });
    const references = transfers(sale).map(({ reference }) => reference);
    expect(references).toHaveLength(2);
    for (const reference of references) expect(await report(reported(sale, { reference }))).toBe(200);
    await waits(sale, 'ambiguous', 'ambiguous');
    expect((await listed()).filter(({ amount }) => amount === '405.00')).toHaveLength(2);
  });

  it('mistake 6: one payment by three routes is one payment with three sightings, and releases once', async () => {
    const { take, report, forward, importFile } = shared();
    const sale = take({ total: '406.00', payer: 'Rosalind Seis', habit: 'honest' });
    const said = reported(sale);
    expect(await forward(text(said))).toBe(200);
    await waits(sale, 'candidate');
    const row = `${said.bookedAt?.slice(0, 10)},406.00,Rosalind Seis,${said.reference}`;
    const read = await importFile('november.csv', `Date,Amount,Payer,Reference\n${row}\n`);
    expect(read.stdout).toContain('1 rows: 1 new');
    expect(await report(said)).toBe(200);
    await released(sale);
    const same = (await listed()).filter(({ amount }) => Number(amount) === 406);
    expect(same.map(({ sightings }) => sightings.length)).toEqual([3]);
  });

  it('mistake 7: what is pending releases nothing, and neither does what was called back', async () => {
    const { take, report } = shared();
    const sale = take({ total: '407.00', payer: 'Rosalind Siete', habit: 'calls-back' });
    const { bookedAt: _none, ...said } = reported(sale, { state: 'pending' });
    expect(await report(said)).toBe(200);
    await waits(sale, 'pending');
  });

  it('mistake 8: a report of one kind (camt.052) is read as what it is, never as nothing, and stays a hint', async () => {
    const { take, importFile } = shared();
    const sale = take({ total: '408.00', payer: 'Rosalind Ocho', habit: 'honest' });
    const { reference, bookedAt = '' } = reported(sale);
    const entry = `<Ntry><Amt Ccy="BOB">408.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><DtTm>${bookedAt}</DtTm></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls><TxDtls>
<RltdPties><Dbtr><Nm>Rosalind Ocho</Nm></Dbtr></RltdPties></TxDtls></NtryDtls></Ntry>`;
    const camt = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.02"><BkToCstmrAcctRpt><GrpHdr><MsgId>1</MsgId></GrpHdr>
<Rpt><Id>1</Id>${entry}</Rpt></BkToCstmrAcctRpt></Document>\n`;
    expect((await importFile('report.xml', camt)).stdout).toContain('1 rows: 1 new');
    await waits(sale, 'candidate');
  });

  it('mistake 9: a time without a zone is of the zone of its source: what came an hour before the order is too old, and not what came now', async () => {
    const { take, forward } = shared();
    const [now, before] = [
      take({ total: '409.00', payer: 'Rosalind Nueve', habit: 'honest' }),
      take({ total: '419.00', payer: 'Carmen Antes', habit: 'claims' }),
    ];
    expect(await forward(text(reported(now)))).toBe(200);
    const bookedAt = new Date(Date.now() - hourMs).toISOString();
    expect(await forward(text({ amount: '419.00', payer: 'Carmen Antes', reference: 'OLD9', bookedAt }))).toBe(200);
    await waits(now, 'candidate');
    await waits(before, 'early');
  });

  it('mistake 10: an amount that could be two is refused, wherever it stands', async () => {
    const { take, report, forward, importFile } = shared();
    const sale = take({ total: '1234.00', payer: 'Rosalind Diez', habit: 'claims' });
    const said = { payer: 'Rosalind Diez', reference: 'TEN', bookedAt: new Date().toISOString() };
    for (const amount of ['1,234.00', '1.234,00', '1e3', ' 1234']) expect(await report({ amount, ...said })).toBe(422);
    const spoken = text({ amount: 'X', ...said });
    expect(await forward(spoken.replace('X', '1,234'))).toBe(422);
    const file = await importFile('ten.csv', 'Date,Amount,Payer,Reference\n2026-11-28,"1.234",Rosalind Diez,TEN\n');
    expect(file).toMatchObject({ exitCode: 6, stdout: expect.stringContaining('could be two') });
    await waits(sale);
  });

  it('mistake 11: last week’s payment, told again, is too old for today’s order', async () => {
    const { take, report } = shared();
    const sale = take({ total: '411.00', payer: 'Rosalind Once', habit: 'claims' });
    const bookedAt = new Date(Date.now() - 7 * 24 * hourMs).toISOString();
    expect(await report({ amount: '411.00', payer: 'Rosalind Once', reference: 'OLD11', bookedAt })).toBe(200);
    await waits(sale, 'early');
  });

  it('mistake 12: what its payer can take back releases nothing', async () => {
    const { take, report } = shared();
    const sale = take({ total: '412.00', payer: 'Rosalind Doce', habit: 'honest' });
    expect(await report(reported(sale), 'recall')).toBe(200);
    await waits(sale, 'reversible');
  });

  it('mistake 13: a name that is cut, lacks a word or hides letters asks a person; one in another order and without accents does not', async () => {
    const { take, report } = shared();
    const cases: [total: string, payer: string, atBank: string][] = [
      ['413.00', 'Rosalind Trece Mamani', 'Rosalind Trece Mam'],
      ['423.00', 'Hortensia Veintitres Quispe', 'Hortensia Quispe'],
      ['433.00', 'Eulalia Treinta Choque', 'Eulalia T****** Choque'],
    ];
    for (const [total, payer, atBank] of cases) {
      const sale = take({ total, payer, habit: 'honest' });
      expect(await report(reported(sale, { payer: atBank }))).toBe(200);
      await waits(sale, 'candidate');
    }
    const sale = take({ total: '443.00', payer: 'Óscar Añez Peña', habit: 'honest' });
    expect(await report(reported(sale, { payer: 'PENA, ANEZ OSCAR' }))).toBe(200);
    await released(sale);
  });

  it('after all of them the honest ones are released, each once, and no one else', async () => {
    const { simulator } = shared().world;
    expect(simulator.ledger()).toMatchObject({ releases: 2, doubleReleases: 0, releasesWithoutMoney: 0 });
  });
});
