import { runSimulator, type RunningSimulator } from '../../simulator/standalone.ts';
import { demoAccount, demoRateLimit } from './demo-desk.ts';
import type { DemoHome } from './demo-home.ts';
import type { DemoScreen } from './demo-screen.ts';
import type { UpOptions } from './up-options.ts';

/** Starts the marketplace of the demo on a free port and shows its events on the screen. */
export async function startDemoMarketplace(
  options: UpOptions,
  home: DemoHome,
  screen: DemoScreen,
): Promise<RunningSimulator> {
  const { seed, speed, marketFile, pair, priceScale, ordersPerMinute, faults } = options;
  const marketplace = await runSimulator({
    seed,
    speed,
    marketFile,
    pair,
    priceScale,
    ordersPerMinute,
    faults,
    stateFile: home.simulatorState,
    account: { name: demoAccount, ...home.keys },
    rateLimit: demoRateLimit,
  });
  const titles = new Map(marketplace.deskAds.map((ad) => [ad.adNumber, `${ad.side} ${ad.asset}/${ad.fiat}`]));
  marketplace.simulator.on((event) => {
    if (event.type === 'price') {
      const subject = titles.get(event.adNumber) ?? event.adNumber;
      screen.event({ atMs: event.atMs, kind: 'price', subject, text: event.price });
    }
    if (event.type === 'order' && event.event !== 'message') {
      screen.event({ atMs: event.atMs, kind: 'order', subject: event.orderNumber, text: event.event });
    }
  });
  return marketplace;
}
