import { describe, expect, it } from 'vitest';
import type { StatementSource } from '../../../src/config/file/payment-sources.ts';
import { importStatement } from '../../../src/door/statement/import-statement.ts';
import { memoryRegister } from '../../register/memory-register.ts';
import { nowMs, openDoorWorld, standard } from '../door-fixture.ts';
import { entry, sgml } from './ofx-samples.ts';
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

describe('payments: a row that has changed since it was read', () => {
  const row = '2026-11-28,400.00,Ana,TRX-9,rent';
  const now = async (text: string) => {
    const { take, register } = world();
    await take(csv(row));
    const found = await take(csv(text));
    expect(await register.paymentsSeen({})).toMatchObject([{ amount: '400.00', sightings: { length: 1 } }]);
    return found;
  };

  it.each([
    ['amount', row.replace('400', '401'), '400.00', '401.00'],
    ['payer', row.replace('Ana', 'Eva'), 'Ana', 'Eva'],
    ['payer', row.replace('Ana', ''), 'Ana', null],
    ['memo', row.replace('rent', 'loan'), 'rent', 'loan'],
    ['bookedAtMs', row.replace('28,', '27,'), Date.UTC(2026, 10, 28), Date.UTC(2026, 10, 27)],
  ])('is named with its %s, and nothing of it is written', async (...[field, text, before, after]) => {
    const changed = [{ place: 'line 2', payment: 1, reference: 'TRX-9', changes: [{ field, before, now: after }] }];
    expect(await now(text)).toMatchObject({ read: 1, new: 0, known: 0, payments: [], changed, isWritten: true });
  });

  it('is no row that writes the same otherwise', async () => {
    expect(await now(row.replace('400.00', '400').replace('TRX-9', 'trx 9'))).toMatchObject({ known: 1, changed: [] });
  });

  it('is named in a dry run, too, and where it stands twice in one file', async () => {
    const { take, register } = world();
    const text = csv(row, row, row.replace('Ana', 'Eva'));
    const changed = [{ place: 'line 4', payment: null, changes: [{ field: 'payer', before: 'Ana', now: 'Eva' }] }];
    expect(await take(text, { isDry: true })).toMatchObject({ new: 1, known: 1, changed });
    expect(await take(text)).toMatchObject({ new: 1, known: 1, changed });
    expect(await take(text)).toMatchObject({ new: 0, known: 2, changed: [{ payment: 1 }] });
    expect(await register.paymentsSeen({})).toHaveLength(1);
  });

  it('is not a row that stands beside another one, also where the first import has died between them', async () => {
    const { take, register } = world();
    await take(csv(row));
    const both = csv(row, row.replace('400', '401'));
    expect(await take(both)).toMatchObject({ new: 1, known: 1, changed: [] });
    expect(await take(both)).toMatchObject({ new: 0, known: 2, changed: [] });
    expect(await take(csv(row.replace('400', '402')))).toMatchObject({ new: 0, changed: [{ payment: 2 }] });
    expect(await register.paymentsSeen({})).toHaveLength(2);
  });

  it('is not what was pending and is booked; what was booked and is pending has changed', async () => {
    const { take, register } = world();
    const ofx = (type: string, amount = '400.00') => sgml(entry({ type, amount }));
    expect(await take(ofx('HOLD'))).toMatchObject({ new: 1, payments: [1] });
    expect(await take(ofx('CREDIT', '401.00'))).toMatchObject({
      new: 0,
      changed: [{ changes: [{ field: 'amount' }, { field: 'state', before: 'pending', now: 'booked' }] }],
    });
    expect(await take(ofx('CREDIT'))).toMatchObject({ new: 1, payments: [1], changed: [] });
    expect(await take(ofx('HOLD'))).toMatchObject({ new: 0, known: 1, changed: [] });
    const other = world();
    await other.take(ofx('CREDIT'));
    expect(await other.take(ofx('HOLD'))).toMatchObject({ new: 0, changed: [{ changes: [{ field: 'state' }] }] });
    expect(await register.paymentsSeen({})).toMatchObject([{ id: 1, sightings: { length: 2 } }]);
  });

  it('is judged by its own source alone: what another one has said of the payment is beside it', async () => {
    const { memory, post, payments } = await openDoorWorld();
    await post('/v1/payments/bank', standard());
    const source = statementSource({}, { name: 'files' });
    const lines = read(csv('2026-11-28,400.00,Eva,trx 77,'), source);
    const wish = { lines, source, register: memory.register, nowMs, skipsBad: false, isDry: false };
    expect(await importStatement(wish)).toMatchObject({ new: 1, changed: [] });
    expect((await payments()).map(({ sightings }) => sightings.length)).toEqual([2]);
  });

  it('many rows are compared with many', async () => {
    const { take } = world();
    const rows = Array.from({ length: 1_200 }, (_, index) => `2026-11-28,${index + 1}.00,Ana,TRX-${index},rent`);
    expect(await take(csv(...rows))).toMatchObject({ new: 1_200 });
    const changed = rows.map((one) => one.replace('Ana', 'Eva'));
    expect(await take(csv(...changed))).toMatchObject({ new: 0, known: 0, changed: { length: 1_200 } });
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
      changed: [],
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
