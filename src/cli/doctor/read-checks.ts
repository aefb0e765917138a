import { ExchangeError, operations, toMarketSearch, type CallInput } from '../../exchange/index.ts';
import { ok, skipped, type Check } from './check.ts';
import { refused, stepOf, type ServiceWorld } from './service-world.ts';

type Asked = Readonly<Record<string, unknown>> | string | null;

/** One read of the service: whether the desk needs it, and what to ask. */
interface Read {
  operation: string;
  /** Absent: only reports and questions of a human need it. */
  isNeeded?: true;
  /** A text is the operation's main field; null: there is nothing to ask about yet. Default: no parameters. */
  asked?: (world: ServiceWorld) => Asked;
}

const ofAd =
  (asked: (ad: NonNullable<ServiceWorld['seen']['ad']>) => Asked) =>
  ({ seen: { ad } }: ServiceWorld) =>
    ad === null ? null : asked(ad);

const ofOrder = ({ seen }: ServiceWorld): Asked => seen.orderNumber;

const reads: readonly Read[] = [
  { operation: 'getDetailByNo', isNeeded: true, asked: ofAd(({ adNumber }) => adNumber) },
  {
    operation: 'getReferencePrice',
    isNeeded: true,
    asked: ofAd(({ asset, fiat, side }) => ({ fiatCurrency: fiat, tradeType: side, assets: [asset] })),
  },
  {
    operation: 'search',
    isNeeded: true,
    asked: ofAd(({ asset, fiat, side }) => toMarketSearch({ asset, fiat, side })),
  },
  { operation: 'getUserOrderDetail', isNeeded: true, asked: ofOrder },
  { operation: 'queryCounterPartyOrderStatistic', isNeeded: true, asked: ofOrder },
  { operation: 'retrieveChatCredential', isNeeded: true, asked: ({ account }) => (account.useChatSocket ? {} : null) },
  {
    operation: 'retrieveChatMessagesWithPagination',
    asked: ({ seen: { orderNumber } }) => (orderNumber === null ? null : { orderNo: orderNumber, page: 1, rows: 1 }),
  },
  { operation: 'getUserOrderSummary' },
  { operation: 'listUserOrderHistory', asked: () => ({ page: 1, rows: 1 }) },
  { operation: 'getAvailableAdsCategory' },
  { operation: 'getPayMethodByUserId' },
];

/** Each read that the desk may make, with the step of authentication that the service accepts. */
export const readChecks: readonly Check<ServiceWorld>[] = reads.map((read) => ({
  id: read.operation,
  needs: 'keys',
  look: async (world) => {
    const { operation, isNeeded } = read;
    const asked = read.asked === undefined ? {} : read.asked(world);
    if (asked === null) return skipped(`${operation}: nothing to ask about yet`);
    const { step, onAttempt } = stepOf();
    try {
      await world.exchange.call(operation, inputOf(operation, asked), { onAttempt });
      return ok(`${operation}: ${step()}`);
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      return refused(error, isNeeded === true ? 'broken' : 'warning');
    }
  },
}));

function inputOf(operation: string, asked: Exclude<Asked, null>): CallInput {
  const { parameters, sole = '' } = operations[operation] ?? {};
  const fields = typeof asked === 'string' ? { [sole]: asked } : asked;
  return parameters === 'query' ? { query: fields } : { body: fields };
}
