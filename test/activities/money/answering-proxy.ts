/** A proxy that lets the service do everything, and answers one call otherwise. */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { createMoneyQueueActivities, type MoneyActivities } from '../../../src/activities/index.ts';
import { exchangeSettingsOf } from '../../../src/domain/settings.ts';
import { createExchangeClient } from '../../../src/exchange/index.ts';
import { listenHere, passOn } from '../../setup/wire/passed-call.ts';
import { deskAccount } from '../../simulator/sim-fixture.ts';
import type { ActivityWorld } from '../activity-fixture.ts';
import { createMarketplace } from '../../../src/marketplace/exchange-marketplace.ts';

/** What the caller gets in place of the service's own answer. */
export interface OtherAnswer {
  status: number;
  body: string;
}

/** Listens in front of the service; returns its address. */
async function listenBefore(baseUrl: string, path: string, answer: OtherAnswer): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const done = await passOn(baseUrl, request, await buffer(request));
      const own = { status: done.status, body: done.body.toString() };
      const { status, body: text } = request.url?.includes(path) === true ? answer : own;
      response
        .writeHead(status, { 'content-type': text.startsWith('{') ? 'application/json' : 'text/plain' })
        .end(text);
    })();
  });
  return listenHere(server, onTestFinished);
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
  return createMoneyQueueActivities({ ...deps, marketplace: createMarketplace(exchange, deps.settings) });
}
