/** A publication at a simulator, by the real activities. */
import { guardControl, publicationControl, publishAd, type PublicationView } from '../../../src/client/index.ts';
import type { FaultRule } from '../../../src/simulator/world/fault-script.ts';
import { market as openMarket, provingWaits, type MarketPlace, type MarketWorld } from '../change/market-world.ts';
import { untilView } from '../workflow-harness.ts';
import { publicationInput } from './publication-fixture.ts';

/** What a publication of the account needs besides its market. */
function publisherOf(world: MarketWorld) {
  const { account, client, simulator } = world;
  const control = publicationControl(client, account, 'usdt-bob');
  return {
    ...world,
    control,
    start: () => publishAd(client, { ...publicationInput(account), group: account }),
    posts: () => simulator.ledger().entries.filter(({ kind }) => kind === 'ad-post'),
    until: (state: PublicationView['state']) =>
      untilView(
        () => control.state(),
        (view) => view.state === state,
      ),
    guard: guardControl(client, account),
  };
}

export type Publisher = ReturnType<typeof publisherOf>;
type Use = (world: Publisher) => Promise<void>;

/** A refused call may still show: a publication proves that it did nothing before it sends another. */
export const publisherMarket =
  (env: MarketPlace) =>
  (faults: FaultRule[], use: Use): Promise<void> =>
    openMarket({ ...env, settings: provingWaits }, faults, (world) => use(publisherOf(world)));

/** Of the first post. */
export const once = (fault: FaultRule['fault']): FaultRule[] => [{ operation: 'post', when: { nth: 1 }, fault }];
