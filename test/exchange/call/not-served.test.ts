import { afterEach, describe, expect, it } from 'vitest';
import type { ExchangeClient } from '../../../src/exchange/index.ts';
import { clientFor } from '../fixtures.ts';
import { failure, startRecorder, type Recorder, type Reply } from '../recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  await recorder?.close();
  recorder = null;
});

async function metBy(reply: Reply, call: (client: ExchangeClient) => Promise<unknown>): Promise<unknown> {
  recorder = await startRecorder(() => reply);
  const client = clientFor(recorder.baseUrl);
  return await call(client)
    .catch((error: unknown) => error)
    .finally(() => client.close());
}

const words = 'Service unavailable from a restricted location';
const meaning = 'the service does not serve the country or network of this address';

describe('HTTP 451: the service refuses the country or network of an address', () => {
  it.each([
    ['code 0', failure(0, words, 451), `${meaning}: ${words}`],
    ['no code', { status: 451, body: JSON.stringify({ msg: words }) }, `${meaning}: the answer lacks code: ${words}`],
    ['a web page', { status: 451, body: '<html>no</html>' }, `${meaning}: the answer cannot be read: it is a web page`],
    ['nothing', { status: 451, body: '' }, `${meaning}: empty answer`],
  ] as [string, Reply, string][])('%s: message and advice say so, and a human hears of it at once', async (...row) => {
    const [, reply, message] = row;
    const error = await metBy(reply, (client) => client.ads.getDetailByNo('1'));
    expect(error).toMatchObject({ message, httpStatus: 451, sent: 'yes', category: 'NON_RETRIABLE_BUSINESS' });
    expect(error).toMatchObject({ advice: expect.stringMatching(/another egress; nothing was done/) });
    expect(recorder?.calls()).toHaveLength(1);
  });

  it('a money call stays unknown: the order is read first', async () => {
    const error = await metBy(failure(0, words, 451), (client) => client.orders.releaseCoin({ orderNumber: '1' }));
    expect(error).toMatchObject({ sent: 'yes', advice: expect.stringMatching(/read the order first/) });
  });

  it('a code of the tables says more than the status', async () => {
    const error = await metBy(failure(-2015, 'Invalid API-key', 451), (client) => client.ads.getDetailByNo('1'));
    expect(error).toMatchObject({ code: '-2015', advice: expect.stringMatching(/Check the API key/) });
  });
});
