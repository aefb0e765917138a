import type { Operation } from '../../exchange/table/operation.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An irreversible or public effect of a call, and the condition for it when not every call has it. */
interface Loss {
  does: string;
  when?: { text: string; holds: (fields: Fields) => boolean };
}

const closesAds: Loss = {
  does: 'closes ads for good, which cannot be undone',
  // The service reads a number and its text alike.
  when: { text: 'advStatus 4', holds: ({ advStatus }) => Number(advStatus) === 4 },
};

/** What calls beside the money steps may lose. Sources: wire-facts 3 (statuses of ads) and 10. */
const losses: Readonly<Record<string, Loss>> = {
  closeBusiness: { does: 'closes your business: none of your ads can be traded until startBusiness' },
  update: closesAds,
  updateStatus: closesAds,
};

/** Describes the irreversible effect of a call; null for any other call. */
export function lossOf({ name, kind }: Operation, fields: Fields): string | null {
  if (kind === 'money') return `${name} is a money step, which cannot be undone`;
  const loss = losses[name];
  if (loss === undefined || loss.when?.holds(fields) === false) return null;
  const what = loss.when === undefined ? name : `${name} with ${loss.when.text}`;
  return `${what} ${loss.does}`;
}

/** Returns when an operation requires --yes: always (an empty text), in some case (which), or never (null). */
export function confirmationCase({ name, kind }: Pick<Operation, 'name' | 'kind'>): string | null {
  if (kind === 'money') return '';
  const loss = losses[name];
  return loss === undefined ? null : (loss.when?.text ?? '');
}
