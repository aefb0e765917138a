import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishAndWait } from '../../../src/cli/apply/publish-and-wait.ts';
import { guardControl, publicationControl } from '../../../src/client/index.ts';
import { SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import { terms } from '../../activities/publication/publication-fixture.ts';
import { market, openEnv, type MarketWorld } from '../change/market-world.ts';
import { untilView } from '../workflow-harness.ts';
import { publicationInput } from './publication-fixture.ts';

const env = openEnv();
beforeAll(env.open);
afterAll(env.close);

const sessionOf = ({ client, account }: MarketWorld) => ({
  client,
  account,
  address: '',
  group: () => Promise.resolve(account),
  timeoutMs: 120_000,
});

const posts = ({ simulator }: MarketWorld) => simulator.ledger().entries.filter(({ kind }) => kind === 'ad-post');

it('I3: a file that changed while its publication waited is not published with the terms or the status of then', async () => {
  await market(env, [], async (world) => {
    const { account, simulator } = world;
    const session = sessionOf(world);
    const input = publicationInput(account);
    const other = { ...input, terms: { ...terms, quantity: '300' } };
    simulator.setMerchant(account, 'closed');
    const { view } = await publishAndWait(session, input, { group: account, retryBy: null });
    expect(view.state).toBe('offline');
    simulator.setMerchant(account, 'open');
    const applied = publishAndWait(session, other, { group: account, retryBy: null });
    const why = 'with other terms, rules, mode or status than the file has now: ';
    await expect(applied).rejects.toThrow(why);
    const away = publishAndWait(session, { ...input, online: false }, { group: account, retryBy: null });
    await expect(away).rejects.toThrow(why);
    expect(posts(world)).toEqual([]);
    const again = await publishAndWait(session, { ...other, online: false }, { group: account, retryBy: 'ana' });
    expect(again.view.state).toBe('published');
    expect(posts(world)).toHaveLength(1);
    expect(simulator.snapshot().ads.filter((ad) => ad.account === account)).toMatchObject([
      { initAmount: '300', status: SimAdStatus.OFFLINE },
    ]);
  });
});

it('design 6: a kill switch "ads" that is thrown while it waits publishes nothing', async () => {
  await market(env, [], async (world) => {
    const { account, simulator, client } = world;
    const session = sessionOf(world);
    const input = publicationInput(account);
    simulator.setMerchant(account, 'closed');
    await publishAndWait(session, input, { group: account, retryBy: null });
    simulator.setMerchant(account, 'open');
    await guardControl(client, account).killSwitch({ name: 'ads', thrown: true, by: 'ana', reason: 'a test' });
    await publishAndWait(session, input, { group: account, retryBy: 'ana' });
    const control = publicationControl(client, account, input.name);
    const end = await untilView(
      () => control.state(),
      ({ state }) => state === 'refused',
    );
    expect(end.why).toContain('the kill switch ads is engaged by ana');
    expect(posts(world)).toEqual([]);
  });
});
