import { createHmac } from 'node:crypto';
import { globalAgent } from 'node:http';
import { MainClient } from 'binance';
import { createExchangeClient } from '../src/exchange/index.ts';
import { Pool } from 'undici';
import { historyPath } from './canned-answers.ts';

/** One way of asking for the order history. */
export interface Caller {
  readonly name: string;
  /** Sends one request and parses the answer. Rejects when it is not the server's. */
  call(): Promise<void>;
  close(): Promise<void>;
}

export const credentials = { apiKey: 'bench-key-0123456789', apiSecret: 'bench-secret-9876543210' };

/** The limits of an account would be measured, so they are out of reach; everything else is as delivered. */
export function openClient(baseUrl: string, connections: number) {
  const beyond = 1_000_000;
  const settings = {
    accountRequestsPerSecond: beyond,
    adRequestsPerSecond: beyond,
    // The client reserves one place for money steps: with one more, as many reads are under way as with the others.
    requestsInFlight: connections + 1,
  };
  return createExchangeClient({ baseUrl, credentials, settings });
}

/** Our client, whole: input check, queue, gate, signature, transport, JSON, answer check. */
export function peerdesk(baseUrl: string, connections: number): Caller {
  const client = openClient(baseUrl, connections);
  return {
    name: 'peerdesk',
    call: async () => {
      const { items } = await client.orders.listUserOrderHistory({ tradeType: 'SELL', page: 1, rows: 100 });
      expectRows(items);
    },
    close: () => client.close(),
  };
}

/** The minimum for a program: a request with a prepared signature, and its answer parsed from JSON. */
export function bareUndici(baseUrl: string, connections: number): Caller {
  const pool = new Pool(baseUrl, { connections, pipelining: 1 });
  const query = `tradeType=SELL&page=1&rows=100&recvWindow=5000&timestamp=${Date.now()}`;
  const signature = createHmac('sha256', credentials.apiSecret).update(query).digest('hex');
  const path = `${historyPath}?${query}&signature=${signature}`;
  const headers = { 'X-MBX-APIKEY': credentials.apiKey, clientType: 'web', accept: 'application/json' };
  return {
    name: 'bare undici',
    call: async () => {
      const { body } = await pool.request({ method: 'GET', path, headers });
      const answer = (await body.json()) as { data: unknown[] };
      expectRows(answer.data);
    },
    close: () => pool.destroy(),
  };
}

/** The package `binance` as delivered; its connections are those of Node's own agent, which keeps them. */
export function binancePackage(baseUrl: string): Caller {
  const { apiKey, apiSecret } = credentials;
  const client = new MainClient({ api_key: apiKey, api_secret: apiSecret, baseUrl });
  return {
    name: 'binance',
    call: async () => {
      const { data } = await client.getC2CTradeHistory({ tradeType: 'SELL', page: 1, rows: 100 });
      expectRows(data);
    },
    close: async () => globalAgent.destroy(),
  };
}

/** A benchmark of failures would be a fast one. */
function expectRows(rows: readonly unknown[]): void {
  if (rows.length !== 1) throw new Error('the server gave another answer than expected');
}
