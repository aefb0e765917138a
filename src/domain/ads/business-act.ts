/** What a merchant does with his whole business at the service: EP-27, EP-22, EP-28 and EP-23. */
export const businessActs = ['open', 'close', 'start-break', 'end-break'] as const;
export type BusinessAct = (typeof businessActs)[number];

/** What the service says once it is done. */
const statusAfter: Readonly<Record<BusinessAct, string>> = {
  open: 'open',
  close: 'closed',
  'start-break': 'taking a break',
  'end-break': 'open',
};

/** Reports whether a business has the status that an act leads to; one that is not shown is not known. */
export function reaches(act: BusinessAct, status: string | null): boolean | null {
  return status === null ? null : status === statusAfter[act];
}

/** Reports whether an act lets takers find the ads again: that needs open switches, the way off the market does not. */
export function bringsBack(act: BusinessAct): boolean {
  return act === 'open' || act === 'end-break';
}

/** A closed business has no break, and begins none. */
export interface BusinessRefusal {
  readonly code: 'no-break-to-end' | 'closed-for-break';
}

/** Returns why the status forbids an act; null: it does not. */
export function businessRefusal(act: BusinessAct, status: string | null): BusinessRefusal | null {
  if (status !== 'closed') return null;
  if (act === 'end-break') return { code: 'no-break-to-end' };
  return act === 'start-break' ? { code: 'closed-for-break' } : null;
}
