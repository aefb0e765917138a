import type { CommandRun } from '../kit/command-spec.ts';
import type { ListKind } from '../list/list-kind.ts';
import { runList } from '../list/list-output.ts';
import { adViews } from './kept-ads.ts';
import { paymentColumns, paymentLine, paymentRows, type PaymentRow } from './payment-rows.ts';

/** `peerdesk desk payments`: what capped payment methods have carried today, of an account or of all. */
export const deskPayments: CommandRun = (call, context) => runList(call, context, payments);

const payments: ListKind<PaymentRow> = {
  type: 'adMaintenance',
  look: async (session, { allAccounts }) => {
    const { views, notes } = await adViews(session, { allAccounts, limit: maxAds });
    return { rows: paymentRows(views, Date.now()), notes };
  },
  columns: paymentColumns,
  empty: ({ account }, { allAccounts }) =>
    `${allAccounts ? 'no ad of any account' : `no ad of account ${account}`} has payment caps: payment_caps in the file sets them`,
  idOf: ({ account, side, fiat, method, daily, resets }) => [account, side, fiat, method, daily, resets].join(' '),
  lineOf: paymentLine,
};

/** A method is not left out because its ad is far down a list. */
const maxAds = 5_000;
