/** Of what a page is, as its address says it. */
import type { Context } from 'hono';
import { PageRefused, type Doorway } from '../doorway.ts';
import type { AdPlace, OrderPlace } from '../page-desk.ts';

/** Returns of which order. Throws a refusal for what none can be. */
export const orderPlaceOf = (doorway: Doorway, context: Context): OrderPlace => ({
  orderNumber: numberOf(context),
  account: accountOf(doorway, context),
});

/** Returns of which ad. Throws a refusal for what none can be. */
export const adPlaceOf = (doorway: Doorway, context: Context): AdPlace => ({
  adNumber: numberOf(context),
  account: accountOf(doorway, context),
});

function numberOf(context: Context): string {
  const number = context.req.param('number') ?? '';
  if (!/^\w[\w.-]{0,79}$/.test(number)) throw new PageRefused({ code: 'no-such-page' });
  return number;
}

/** The page is of the accounts of its file alone. */
export function accountOf({ options: { desk } }: Doorway, context: Context): string {
  const account = desk.accounts.find((name) => name === context.req.param('account'));
  if (account === undefined) throw new PageRefused({ code: 'no-such-page' });
  return account;
}
