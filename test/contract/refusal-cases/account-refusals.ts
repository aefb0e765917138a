import { ownPayId } from '../../simulator/sim-fixture.ts';
import { closed, illegal, type RefusalCase } from './refusal-case.ts';

const imageNames = ['receipt.gif', 'receipt', '../receipt.png', 'a/b.png', '.png'];
const unknownUser = `s${'f'.repeat(32)}`;

const imageCases: RefusalCase[] = [
  ...imageNames.map((imageName) => ({
    operation: 'getImagePreSignedUrl',
    why: `the file name ${imageName} (wire-facts 7: jpg, jpeg, png)`,
    arrange: () => ({ imageName }),
    ...illegal,
    message: 'imageName',
  })),
  {
    operation: 'getImagePreSignedUrl',
    why: 'the 37th of a minute (wire-facts 7, 14)',
    arrange: async (world) => {
      for (let call = 0; call < 36; call += 1)
        await world.desk.data('chat/image/pre-signed-url', { imageName: 'a.png' });
      return { imageName: 'a.png' };
    },
    code: '-1003',
    category: 'RATE_LIMITED',
    httpStatus: 429,
  },
];

/** Refusals of the chat beside its orders, of payment methods, commission and the merchant. */
export const accountRefusals: readonly RefusalCase[] = [
  ...imageCases,
  {
    operation: 'getRiskWarningTips',
    why: 'a scene that there is none (wire-facts 7)',
    arrange: () => ({ scene: 'Street' }),
    ...illegal,
    message: 'scene',
  },
  {
    operation: 'retrieveChatMessagesWithPagination',
    why: 'a type of message that there is none (wire-facts 3)',
    arrange: () => ({ page: 1, rows: 20, chatMessageType: 'smoke' }),
    ...illegal,
    message: 'chatMessageType',
  },
  { operation: 'getPayMethodById', why: 'no method has the id', arrange: () => ({ id: 1 }), ...illegal },
  {
    operation: 'getPayMethodById',
    why: "the method is someone else's",
    arrange: async ({ rival }) => ({ id: await ownPayId({ desk: rival }) }),
    ...illegal,
  },
  {
    operation: 'getAdDetails',
    why: 'no merchant has the number',
    arrange: () => ({ merchantNo: unknownUser }),
    ...illegal,
  },
  ...(['area', 'classify', 'tradeType'] as const).map((field) => ({
    operation: 'taker',
    why: `a value of ${field} that there is none (wire-facts 9)`,
    arrange: () => ({ fiat: 'BOB', [field]: 'nowhere' }),
    ...illegal,
    message: field,
  })),
  {
    operation: 'startRest',
    why: 'the business is closed (7.3)',
    arrange: ({ simulator }) => {
      simulator.setMerchant('acme', 'closed');
      return {};
    },
    ...closed,
  },
  {
    operation: 'endRest',
    why: 'the business is closed: the service says false',
    arrange: ({ simulator }) => {
      simulator.setMerchant('acme', 'closed');
      return {};
    },
    code: null,
    category: 'UNKNOWN',
    httpStatus: 200,
    message: 'false',
    calls: 0,
  },
];
