import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { judgeMoneyFailure } from '../../../src/domain/orders/money-outcome.ts';
import { ExchangeError, type ExchangeClient } from '../../../src/exchange/index.ts';
import { clientFor } from '../fixtures.ts';
import { failure, startRecorder, success, type Recorder, type Reply, type Responder } from '../recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  await recorder?.close();
  recorder = null;
});

const order = { orderNumber: '22751234567890123456' };

async function release(respond: Responder | string, options: Parameters<typeof clientFor>[1] = {}) {
  if (typeof respond !== 'string') recorder = await startRecorder(respond);
  const client = clientFor(typeof respond === 'string' ? respond : (recorder?.baseUrl ?? ''), options);
  return await failureOf(client, client.orders.releaseCoin(order));
}

async function failureOf(client: ExchangeClient, call: Promise<unknown>): Promise<ExchangeError> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  await client.close();
  expect(error).toBeInstanceOf(ExchangeError);
  return error as ExchangeError;
}

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const verdict = (error: ExchangeError) => judgeMoneyFailure(error).kind;

describe('reliability 2.1: not sent, so it may be issued again', () => {
  it('a refused connection', async () => {
    const error = await release(`http://127.0.0.1:${await closedPort()}`);
    expect([error.sent, error.httpStatus, error.code, verdict(error)]).toEqual(['no', null, null, 'rejected']);
    expect(error.message).toContain('refused');
  });

  it('a name that does not resolve', async () => {
    const error = await release('http://no-such-host.invalid', { allowPlainHttp: true });
    expect([error.sent, verdict(error)]).toEqual(['no', 'rejected']);
  });

  it('a connection that never comes about', async () => {
    // Documentation addresses (RFC 5737) lead nowhere; where they are refused at once the outcome is the same.
    const error = await release('http://192.0.2.1:81', { allowPlainHttp: true, settings: { requestTimeoutMs: 200 } });
    expect([error.sent, verdict(error)]).toEqual(['no', 'rejected']);
  });

  it('aborted while it waited for its turn', async () => {
    recorder = await startRecorder(() => ({ instead: () => undefined }));
    const client = clientFor(recorder.baseUrl, { settings: { requestsInFlight: 1 } });
    const first = client.ads.update({ advNo: '1', price: '1' });
    first.catch(() => undefined);
    const stop = new AbortController();
    const second = client.orders.releaseCoin(order, { signal: stop.signal });
    stop.abort();
    await expect(second).rejects.toMatchObject({ sent: 'no', code: 'ABORTED' });
    await client.close();
  });

  it('aborted before it was called', async () => {
    recorder = await startRecorder(() => success(null));
    const client = clientFor(recorder.baseUrl);
    const call = client.orders.releaseCoin(order, { signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ sent: 'no', code: 'ABORTED' });
    expect(recorder.requests).toHaveLength(0);
    await client.close();
  });

  it('a closed client', async () => {
    recorder = await startRecorder(() => success(null));
    const client = clientFor(recorder.baseUrl);
    await client.close();
    await expect(client.orders.releaseCoin(order)).rejects.toMatchObject({ sent: 'no' });
  });

  it('a parameter that is missing', async () => {
    recorder = await startRecorder(() => success(null));
    const client = clientFor(recorder.baseUrl);
    const error = await failureOf(client, client.call('releaseCoin', { body: { code: '1' } }));
    expect(error).toMatchObject({ sent: 'no', code: '-1102', category: 'NON_RETRIABLE_BUSINESS' });
    expect(error.message).toContain('orderNumber (missing)');
    expect(recorder.requests).toHaveLength(0);
  });
});

describe('reliability 2.1: sent, and no answer says what became of it', () => {
  it('the connection is reset after the request arrived', async () => {
    const error = await release(() => ({ instead: (response) => response.destroy() }));
    expect([error.sent, error.httpStatus, error.category, verdict(error)]).toEqual([
      'unknown',
      null,
      'UNKNOWN',
      'unknown',
    ]);
  });

  it('no answer in time', async () => {
    const error = await release(() => ({ instead: () => undefined }), { settings: { requestTimeoutMs: 1_500 } });
    expect([error.sent, verdict(error)]).toEqual(['unknown', 'unknown']);
    expect(error.message).toContain('1500 ms');
  });

  it('aborted while it was on its way', async () => {
    const stop = new AbortController();
    recorder = await startRecorder(() => ({ instead: () => stop.abort() }));
    const client = clientFor(recorder.baseUrl);
    const error = await failureOf(client, client.orders.releaseCoin(order, { signal: stop.signal }));
    expect([error.sent, error.code, verdict(error)]).toEqual(['unknown', 'ABORTED', 'unknown']);
  });
});

describe('reliability 2.1: answered', () => {
  const cut = '{"code":"000000","data":nul';
  it.each([
    ['HTTP 500', { status: 500, body: 'oops' }, 'unknown'],
    ['HTTP 504 as a page', { status: 504, body: '<html>' }, 'unknown'],
    ['half an answer', { body: cut }, 'unknown'],
    ['-1000', failure(-1000, 'unknown'), 'unknown'],
    ['-3026: maybe our own success', failure(-3026, 'completed'), 'unknown'],
    ['503 "Service Unavailable"', { status: 503, body: 'Service Unavailable' }, 'rejected'],
    ['-1021', failure(-1021, 'late'), 'rejected'],
    ['429', failure(-1003, 'slow', 429), 'rejected'],
    ['418', failure(-1003, 'banned', 418), 'rejected'],
  ] as [string, Reply, string][])('%s', async (_name, reply, expected) => {
    const error = await release(() => reply);
    expect([error.sent, verdict(error)]).toEqual(['yes', expected]);
  });

  it('an answer that stops half-way: it had arrived', async () => {
    const error = await release(() => ({
      instead: (response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write(cut);
        setTimeout(() => response.destroy(), 20);
      },
    }));
    expect([error.sent, error.httpStatus, verdict(error)]).toEqual(['yes', 200, 'unknown']);
  });

  it('an answer that trickles is cut off by the clock', async () => {
    let timer: NodeJS.Timeout | undefined;
    const trickle: Responder = () => ({
      instead: (response) => {
        response.writeHead(200);
        timer = setInterval(() => response.write(' '), 20);
      },
    });
    const error = await release(trickle, { settings: { requestTimeoutMs: 1_500 } });
    clearInterval(timer);
    expect([error.sent, verdict(error)]).toEqual(['yes', 'unknown']);
  });
});
