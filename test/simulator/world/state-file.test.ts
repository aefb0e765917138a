import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openWorld, stillMarket } from '../sim-fixture.ts';

function stateFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'deep', 'state.json');
}

describe('the state outlives the process', () => {
  it('goes on with the same ads, orders, merchants and ledger, without a double', async () => {
    const file = stateFile();
    const first = await openWorld({ stateFile: file });
    const advNo = first.addAd();
    const open = first.simulator.counterparties.take({
      adNumber: advNo,
      plan: [{ atMs: first.clock.now() + 1, step: 'pay' }],
    });
    const paid = first.simulator.counterparties.take({ adNumber: advNo });
    first.simulator.counterparties.pay(paid);
    await first.desk.data('orderMatch/releaseCoin', { orderNumber: paid });
    first.simulator.setMerchant('acme', 'break', first.clock.now() + 60_000);
    await first.simulator.close();

    const second = await openWorld({ stateFile: file });
    second.clock.advance(10);
    second.simulator.tick();
    expect(second.simulator.ledger()).toMatchObject({ releases: 1, orders: { arrived: 2, completed: 1, open: 1 } });
    expect(await second.desk.data('orderMatch/getUserOrderDetail', { adOrderNo: open })).toMatchObject({
      orderStatus: 2,
    });
    expect(await second.desk.code('orderMatch/releaseCoin', { orderNumber: paid })).toBe(-3026);
    expect(await second.desk.data('user/baseDetail', {})).toMatchObject({ businessStatus: 3 });
    expect(second.addAd()).not.toBe(advNo);
  });

  it('is on disk before a money step is answered, and never half written', async () => {
    const file = stateFile();
    const world = await openWorld({ stateFile: file });
    const orderNumber = world.simulator.counterparties.take({ adNumber: world.addAd() });
    world.simulator.counterparties.pay(orderNumber);
    world.simulator.setFaults([{ operation: 'releaseCoin', fault: { kind: 'reset', when: 'after' } }]);
    await expect(world.desk.call('orderMatch/releaseCoin', { body: { orderNumber } })).rejects.toThrow();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ ledger: { releases: 1 } });
    expect(readdirSync(join(file, '..'))).toEqual(['state.json']);
  });

  it('keeps no secret', async () => {
    const file = stateFile();
    const world = await openWorld({ stateFile: file });
    world.addAd();
    await world.simulator.close();
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('secret-of-acme');
    expect(text).not.toContain('key-of-acme');
  });

  it('continues market time where it was, and returns a snapshot that is a copy', async () => {
    const moments: number[] = [];
    const still = stillMarket();
    const market = {
      ...still,
      at: (marketMs: number) => {
        moments.push(marketMs - still.startMs);
        return still.at(marketMs);
      },
    };
    const first = await openWorld({ market, speed: 600 });
    first.clock.advance(1_000);
    first.simulator.marketplace.books();
    const snapshot = first.simulator.snapshot();
    snapshot.ledger.releases = 99;
    expect(first.simulator.ledger().releases).toBe(0);
    const second = await openWorld({ market, speed: 600, state: snapshot });
    second.clock.advance(1_000);
    second.simulator.marketplace.books();
    expect(moments).toEqual([600_000, 1_200_000]);
  });

  it('says in one line that a file is no state, and begins again without a file', async () => {
    const file = join(stateFile(), '..', '..', 'state.json');
    expect(existsSync(file)).toBe(false);
    for (const text of ['{', '{"version":2}']) {
      writeFileSync(file, text);
      await expect(openWorld({ stateFile: file })).rejects.toThrow(
        'is not the state of a simulator: remove it to start again.',
      );
    }
  });
});
