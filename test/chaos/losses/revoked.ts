/** The service knows the key no more, while orders are under way; a person puts it right, and lets the file be read again. */
import { startAd } from '../../../src/client/index.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { until } from '../storm/storm-world.ts';
import type { DeskDay } from './desk-day.ts';
import { must } from './keepers.ts';
import type { LossesWorld } from './losses-world.ts';
import { movesAgain, secondsOf, type Told } from './moves-again.ts';
import { account, settings } from './own-service.ts';

const adCount = 3;
/** Longer than any of the needs waits before it is said, and repeated. */
const heardMs = 75_000;
const need = 'desk-trouble/refused-key';
/** What a refused key must not be said by again: neither of an order, nor of an ad. */
const mayBeSaid: ReadonlySet<string> = new Set([need, 'release-gate/payment', 'release-gate/approval']);

export async function revoked(day: DeskDay): Promise<Told> {
  const { world } = day;
  await world.start();
  await keepAds(world);
  const used = [await day.sellNew()];
  await day.untilReleased(...used);
  await day.untilOver(...used);
  const waiting = [await day.carried(), await day.carried()];
  world.notices.received.length = 0;
  world.revokeKey();
  const revokedMs = performance.now();
  for (const sale of waiting) await day.attach(sale);
  const message = await until(
    'the message',
    async () => world.notices.received.find(({ message: { needs } }) => needs.some(({ kind }) => kind === need)),
    (found) => found !== undefined,
  );
  await day.stay(heardMs, ...waiting);
  const said = world.notices.received.flatMap(({ message: { needs } }) => needs.map(({ kind }) => kind));
  const others = said.filter((kind) => !mayBeSaid.has(kind));
  if (others.length > 0) throw new Error(`a refused key is said by ${others.join(', ')}, too`);
  const messages = said.filter((kind) => kind === need).length;
  if (messages !== 1) throw new Error(`a refused key is said ${messages} times`);

  world.mendKey();
  await must(world.peerdesk, 'config', 'reload', '--yes');
  const reloadedMs = performance.now();
  await day.untilReleased(...waiting);
  const releasedMs = performance.now();
  await day.untilOver(...waiting);
  await movesAgain(day, [...used, ...waiting]);
  return {
    secondsToMessage: secondsOf((message?.atMs ?? 0) - revokedMs),
    messages,
    secondsFromReload: secondsOf(releasedMs - reloadedMs),
  };
}

async function keepAds({ client, simulator, markets }: LossesWorld): Promise<void> {
  const rules = pricingRulesSchema.parse({
    strategy: { kind: 'undercut', ticks: 1 },
    limits: { floor: '5.00', ceiling: '20.00' },
  });
  for (const fiat of markets.fiats.filter((name) => name !== 'BOB').slice(0, adCount)) {
    const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat, price: '10.40' });
    await startAd(client, { account, group: account, adNumber, mode: 'sim', rules, settings });
  }
}
