/** Whether a row of a statement is news, known, or other than what the source has reported of its payment before. */
import { compare } from '../../domain/decimal.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import { sightingKey } from '../../domain/payments/sighting.ts';
import type { RowChange } from '../../words/payments/statement-words.ts';
import type { Reported } from '../received-payment.ts';

/** What was reported, of a payment or, further up in the same file, of one that has no number yet. */
interface Known {
  readonly payment: number | null;
  readonly said: Reported;
}

export type JudgedRow =
  | { readonly kind: 'new' | 'known' }
  | { readonly kind: 'changed'; readonly payment: number | null; readonly changes: readonly RowChange[] };

/** Judges the rows of one file, in their order, by what its source has reported before. */
export class KnownRows {
  readonly #source: string;
  readonly #byDelivery: Map<string, Known>;
  readonly #byKey: Map<string, Known[]>;
  /** Deliveries that stand in the file. */
  readonly #standing: ReadonlySet<string>;

  constructor(source: string, { payments, rows }: { payments: readonly Payment[]; rows: readonly Reported[] }) {
    const known = payments.flatMap(({ id, sightings }) =>
      sightings.filter((one) => one.source === source).map((said): Known => ({ payment: id, said })),
    );
    this.#source = source;
    this.#byDelivery = new Map(known.map((one) => [one.said.delivery, one]));
    this.#byKey = Map.groupBy(known, ({ said }) => sightingKey({ ...said, source }));
    this.#standing = new Set(rows.map(({ delivery }) => delivery));
  }

  /** A row that stands where another stood has changed; one beside it is another payment, or the same one as booked. */
  judge(row: Reported): JudgedRow {
    const same = this.#byDelivery.get(row.delivery);
    if (same !== undefined) return compared(same, row);
    const before = this.#byKey.get(sightingKey({ ...row, source: this.#source })) ?? [];
    const gone = before.filter(({ said }) => !this.#standing.has(said.delivery));
    const last = gone.at(-1);
    if (last !== undefined && !gone.some(({ said }) => isBooking(said, row))) return compared(last, row);
    this.#byDelivery.set(row.delivery, { payment: null, said: row });
    return { kind: 'new' };
  }
}

const isBooking = (before: Reported, now: Reported): boolean =>
  before.state === 'pending' && now.state === 'booked' && compare(before.amount, now.amount) === 0;

function compared({ payment, said }: Known, row: Reported): JudgedRow {
  const changes = changesOf(said, row);
  return changes.length === 0 ? { kind: 'known' } : { kind: 'changed', payment, changes };
}

function changesOf(before: Reported, now: Reported): RowChange[] {
  const amount = compare(before.amount, now.amount) === 0 ? [] : (['amount'] as const);
  const others = (['payer', 'memo', 'bookedAtMs', 'state'] as const).filter((field) => before[field] !== now[field]);
  return [...amount, ...others].map((field) => ({ field, before: before[field], now: now[field] }));
}
