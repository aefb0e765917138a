/** A proxy that lets the service do everything, and answers one call otherwise. */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createMoneyQueueActivities, type MoneyActivities } from '../../../src/activities/index.ts';
import { exchangeSettingsOf } from '../../../src/domain/settings.ts';
import { createExchangeClient } from '../../../src/exchange/index.ts';
import { deskAccount } from '../../simulator/sim-fixture.ts';
import type { ActivityWorld } from '../activity-fixture.ts';

/** What the caller gets in place of the service's own answer. */
export interface OtherAnswer {
  status: number;
  body: string;
}

/** Listens in front of the service; returns its address. */
async function listenBefore(baseUrl: string, path: string, answer: OtherAnswer): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '', headers } = request;
      const { host: _host, connection: _connection, 'content-length': _length, ...rest } = headers;
      const body = method === 'GET' ? null : await buffer(request);
      const done = await fetch(`${baseUrl}${url}`, { method, headers: rest as Record<string, string>, body });
      const own = { status: done.status, body: await done.text() };
      const { status, body: text } = url.includes(path) ? answer : own;
      response
        .writeHead(status, { 'content-type': text.startsWith('{') ? 'application/json' : 'text/plain' })
        .end(text);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The money activities of a worker whose calls of `path` are done by the service, and answered with this. */
export async function answeredOtherwise(
  { deps, baseUrl, clock }: ActivityWorld,
  path: string,
  answer: OtherAnswer,
): Promise<MoneyActivities> {
  const exchange = createExchangeClient({
    baseUrl: await listenBefore(baseUrl, path, answer),
    credentials: deskAccount,
    settings: exchangeSettingsOf(deps.settings),
    clock,
    random: () => 0.5,
  });
  onTestFinished(() => exchange.close());
  return createMoneyQueueActivities({ ...deps, exchange });
}
