import { describe, expect, it } from 'vitest';
import type { StatementSource } from '../../../src/config/file/payment-sources.ts';
import { importStatement } from '../../../src/door/statement/import-statement.ts';
import { memoryRegister } from '../../register/memory-register.ts';
import { nowMs, openDoorWorld, standard } from '../door-fixture.ts';
import { read, statementSource } from './statement-fixture.ts';

const head = 'Date,Amount,Payer,Reference,Memo';
const csv = (...rows: string[]): string => [head, ...rows, ''].join('\n');
const ana = '2026-11-28,400.00,Ana Perez,,rent';

function world(source: StatementSource = statementSource({}, { name: 'files' })) {
  const { register } = memoryRegister();
  const take = (text: string, how: { skipsBad?: boolean; isDry?: boolean } = {}) =>
    importStatement({
      lines: read(text, source),
      source,
      register,
      nowMs,
      skipsBad: false,
      isDry: false,
      ...how,
    });
  return { register, take };
}

describe('payments: a statement that comes again', () => {
  it('adds nothing twice, nor does one that overlaps', async () => {
    const { register, take } = world();
    const [eva, third] = ['2026-11-28,50.00,Eva,TRX-9,', '2026-11-29,7.00,Eva,,'];
    expect(await take(csv(ana, eva))).toMatchObject({ read: 2, new: 2, known: 0, payments: [1, 2], isWritten: true });
    expect(await take(csv(ana, eva))).toMatchObject({ read: 2, new: 0, known: 2, payments: [] });
    expect(await take(csv(eva.replace('50.00', '50'), third, ana))).toMatchObject({ new: 1, known: 2, payments: [3] });
    expect(await register.paymentsSeen({})).toHaveLength(3);
  });

  it('mistake 5: two equal payments of one day stay two, in any number of files', async () => {
    const { register, take } = world();
    await take(csv(ana));
    expect(await take(csv(ana, ana))).toMatchObject({ new: 1, known: 1 });
    expect(await take(csv(ana, ana))).toMatchObject({ new: 0, known: 2 });
    expect((await register.paymentsSeen({})).map(({ amount }) => amount)).toEqual(['400.00', '400.00']);
  });

  it('mistake 6: what a sender has reported is one payment by the reference of the bank', async () => {
    const { memory, post, payments } = await openDoorWorld();
    await post('/v1/payments/bank', standard());
    const source = statementSource({}, { name: 'files' });
    const lines = read(csv('2026-11-28,400.00,Ana Perez,trx 77,'), source);
    const found = await importStatement({
      lines,
      source,
      register: memory.register,
      nowMs,
      skipsBad: false,
      isDry: false,
    });
    expect(found).toMatchObject({ new: 1, payments: [1] });
    expect((await payments()).map(({ sightings }) => sightings.length)).toEqual([2]);
  });

  it('payments: a reference with another amount is kept beside, and what was pending is booked', async () => {
    const { register, take } = world();
    const row = '2026-11-28,400.00,Ana,TRX-9,';
    expect(await take(csv(row, row.replace('400', '401')))).toMatchObject({ new: 2, payments: [1, 2] });
    expect(await register.paymentsSeen({})).toHaveLength(2);
  });
});

describe('payments: a statement with rows that are refused', () => {
  it('is not written, unless the bad rows are to be skipped', async () => {
    const { register, take } = world();
    const text = csv(ana, '28/11/2026,1.00,Eva,,', '2026-11-28,-3.00,,,');
    const refused = [{ place: 'line 3', code: 'date', text: '28/11/2026' }];
    expect(await take(text)).toEqual({
      read: 3,
      new: 1,
      known: 0,
      outgoing: 1,
      payments: [],
      refused,
      isWritten: false,
    });
    expect(await register.paymentsSeen({})).toEqual([]);
    expect(await take(text, { skipsBad: true })).toMatchObject({ new: 1, refused, isWritten: true });
  });

  it('is not written by a dry run, which says what is known', async () => {
    const { register, take } = world();
    expect(await take(csv(ana, ana), { isDry: true })).toMatchObject({ new: 2, known: 0, isWritten: false });
    await take(csv(ana));
    expect(await take(csv(ana, ana), { isDry: true })).toMatchObject({ new: 1, known: 1, isWritten: false });
    expect(await register.paymentsSeen({})).toHaveLength(1);
  });
});
