/** Payments that came in, as their sources have reported them: each report is kept as it is, and none is changed. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { compare } from '../../domain/decimal.ts';
import type { KeptSighting, Payment } from '../../domain/payments/payment.ts';
import { sightingText } from '../../domain/payments/signed-sighting.ts';
import type { BareRelease } from '../../domain/payments/payment-judgement.ts';
import { sightingKey, sightingProof, sightingSchema, type Sighting } from '../../domain/payments/sighting.ts';
import { oneRow, type Sql } from '../sql.ts';
import { note } from './journal.ts';
import { ownersOf } from './step-table.ts';

const rowSchema = z
  .object({
    source: z.string(),
    delivery: z.string(),
    payment: z.number(),
    key: z.string(),
    class: z.string(),
    account: z.string(),
    currency: z.string(),
    amount: z.string(),
    method: z.string().nullable(),
    is_reversible: z.number(),
    payer: z.string().nullable(),
    reference: z.string().nullable(),
    memo: z.string(),
    booked_at_ms: z.number().nullable(),
    state: z.string(),
    seen_at_ms: z.number(),
    signature: z.string().nullable(),
  })
  .transform(({ payment, key, signature, is_reversible, booked_at_ms: bookedAtMs, seen_at_ms: seenAtMs, ...row }) => ({
    payment,
    key,
    signature,
    sighting: sightingSchema.parse({ ...row, bookedAtMs, seenAtMs, isReversible: is_reversible === 1 }),
  }));
type Row = z.output<typeof rowSchema>;

/** What became of a report. */
interface SeenPayment {
  readonly payment: number;
  /** False: the delivery was known before, and nothing was written. */
  readonly isNew: boolean;
  /** A delivery of the same id has said something else before: that stays. */
  readonly differs: boolean;
}

/**
 * Keeps a sighting; the same delivery again changes nothing. A payment is joined by the bank's reference, in one account and
 * currency and with one amount. Without a reference each sighting is a payment: two equal ones may be two.
 */
export async function seePayment(sql: Sql, report: { readonly sighting: KeptSighting }): Promise<SeenPayment> {
  const { signature = null, ...sighting } = report.sighting;
  const { source, delivery } = sighting;
  const query = { text: 'SELECT * FROM sightings WHERE source = ? AND delivery = ?', values: [source, delivery] };
  const known = await oneRow(sql, rowSchema, query);
  if (known !== null)
    return { payment: known.payment, isNew: false, differs: digestOf(known.sighting) !== digestOf(sighting) };
  const payment = (await joined(sql, sighting)) ?? (await nextPayment(sql));
  await write(sql, { payment, key: sightingKey(sighting), signature, sighting });
  const { account, amount, currency, state, seenAtMs } = sighting;
  const body = { source, delivery, class: sighting.class, amount, currency, state, digest: digestOf(sighting) };
  await note(sql, { atMs: seenAtMs, account, kind: 'sighting', subject: String(payment), body });
  return { payment, isNew: true, differs: false };
}

/** Names and memo stay out of the journal: what they were is proven by it all the same. */
function digestOf(sighting: Sighting): string {
  return createHash('sha256')
    .update(sightingText({ ...sighting, seenAtMs: 0 }))
    .digest('hex');
}

async function joined(sql: Sql, sighting: Sighting): Promise<number | null> {
  if (sighting.reference === null) return null;
  const { account, currency, amount } = sighting;
  const text = `SELECT * FROM sightings WHERE key = ? AND account = ? AND currency = ? AND reference IS NOT NULL
    ORDER BY payment`;
  const rows = await sql.rows(rowSchema, text, [sightingKey(sighting), account, currency]);
  return rows.find((row) => compare(row.sighting.amount, amount) === 0)?.payment ?? null;
}

const lastSchema = z.object({ last: z.number().nullable() });

async function nextPayment(sql: Sql): Promise<number> {
  const last = await oneRow(sql, lastSchema, { text: 'SELECT MAX(payment) AS last FROM sightings', values: [] });
  return (last?.last ?? 0) + 1;
}

async function write(sql: Sql, { payment, key, signature, sighting }: Row): Promise<void> {
  const { source, delivery, account, currency, amount, method, payer, reference, memo, state, seenAtMs } = sighting;
  await sql.run(
    `INSERT INTO sightings (source, delivery, payment, key, class, account, currency, amount, method, is_reversible, payer,
      reference, memo, booked_at_ms, state, seen_at_ms, signature) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      source,
      delivery,
      payment,
      key,
      sighting.class,
      account,
      currency,
      amount,
      method,
      sighting.isReversible ? 1 : 0,
      payer,
      reference,
      memo,
      sighting.bookedAtMs,
      state,
      seenAtMs,
      signature,
    ],
  );
}

/** Which payments are meant; what is absent restricts nothing. */
interface PaymentsWish {
  readonly payment?: number | undefined;
  readonly account?: string | undefined;
  readonly currency?: string | undefined;
  /** Last seen at this moment or later. */
  readonly sinceMs?: number | undefined;
  /** What their claims are compared by. */
  readonly keys?: readonly string[] | undefined;
}

/** Returns payments, with every sighting and the order that each backs now; the oldest first. */
export async function paymentsSeen(sql: Sql, wish: PaymentsWish): Promise<Payment[]> {
  const parts = [
    ['payment = ?', wish.payment],
    ['account = ?', wish.account],
    ['currency = ?', wish.currency],
    ['seen_at_ms >= ?', wish.sinceMs],
  ] as const;
  const single = parts.flatMap(([where, value]) => (value === undefined ? [] : [{ where, values: [value] }]));
  const { keys } = wish;
  if (keys?.length === 0) return [];
  const among = keys === undefined ? [] : [{ where: `key IN (${keys.map(() => '?').join(', ')})`, values: keys }];
  const wanted = [...single, ...among];
  const where = ['1 = 1', ...wanted.map((part) => part.where)].join(' AND ');
  const text = `SELECT * FROM sightings WHERE payment IN (SELECT payment FROM sightings WHERE ${where})
    ORDER BY payment, seen_at_ms, source, delivery`;
  const rows = await sql.rows(
    rowSchema,
    text,
    wanted.flatMap(({ values }): readonly (string | number)[] => values),
  );
  const owners = await allOwners(sql, [...new Set(rows.map(({ key }) => key))]);
  return [...Map.groupBy(rows, ({ payment }) => payment).values()].flatMap((group) => paymentOf(group, owners));
}

const lastSightingSchema = z.object({ last: z.number().nullable() });

/** Returns a number that rises with each new sighting for orders of the account; 0: there is none. */
export async function lastSighting(sql: Sql, { account }: { readonly account: string }): Promise<number> {
  const text = `SELECT MAX(seq) AS last FROM journal WHERE kind = 'sighting' AND account = ?`;
  return (await oneRow(sql, lastSightingSchema, { text, values: [account] }))?.last ?? 0;
}

const bareSchema = z
  .object({
    account: z.string(),
    subject: z.string(),
    total: z.string(),
    fiat: z.string(),
    counterparty: z.string().nullable(),
    at_ms: z.number(),
  })
  .transform(({ subject: orderNumber, at_ms: atMs, ...row }) => ({ ...row, orderNumber, atMs }));

const backedSchema = z.object({ account: z.string(), order_number: z.string(), amount: z.string() });

/** Which releases are meant. */
interface BareWish {
  readonly fiat: string;
  readonly sinceMs: number;
}

/**
 * Returns the sales, of all accounts, that were released since a moment, or may have been, and that no booked evidence of
 * their total backs: a person who released one looked at money that no row names, or that is not what the rows say.
 */
export async function bareReleases(sql: Sql, { fiat, sinceMs }: BareWish): Promise<BareRelease[]> {
  const text = `SELECT account, subject, total, fiat, counterparty, COALESCE(ended_at_ms, asked_at_ms) AS at_ms FROM steps
    WHERE step = 'release' AND state IN ('leaving', 'done') AND fiat = ? AND total IS NOT NULL
      AND COALESCE(ended_at_ms, asked_at_ms) >= ? ORDER BY account, number`;
  const releases = await sql.rows(bareSchema, text, [fiat, sinceMs]);
  const backed = `SELECT payments.account, payments.order_number, sightings.amount FROM payments
    JOIN sightings ON sightings.key = payments.key
    WHERE payments.freed_at_ms IS NULL AND sightings.class = 'evidence' AND sightings.state = 'booked'
      AND sightings.currency = ?`;
  const rows = releases.length === 0 ? [] : await sql.rows(backedSchema, backed, [fiat]);
  const byOrder = Map.groupBy(rows, (row) => JSON.stringify([row.account, row.order_number]));
  return releases.flatMap(({ account, ...release }) => {
    const own = byOrder.get(JSON.stringify([account, release.orderNumber])) ?? [];
    return own.some(({ amount }) => compare(amount, release.total) === 0) ? [] : [release];
  });
}

type Owners = Awaited<ReturnType<typeof ownersOf>>;

/** A statement takes so many values. */
const keysAtOnce = 500;

async function allOwners(sql: Sql, keys: readonly string[]): Promise<Owners> {
  const owners: Owners = [];
  for (let from = 0; from < keys.length; from += keysAtOnce)
    owners.push(...(await ownersOf(sql, keys.slice(from, from + keysAtOnce))));
  return owners;
}

const keptSighting = ({ sighting, signature }: Row): KeptSighting =>
  signature === null ? sighting : { ...sighting, signature };

function paymentOf(rows: readonly Row[], owners: Owners): Payment[] {
  const [first] = rows;
  if (first === undefined) return [];
  const { payment: id, key, sighting } = first;
  const { account, currency, amount } = sighting;
  const owner = owners.find((one) => one.key === key) ?? null;
  const proof = sightingProof(sighting);
  return [{ id, account, currency, amount, proof, key, owner, sightings: rows.map(keptSighting) }];
}
