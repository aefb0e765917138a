import { MainClient } from 'binance';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/simulator/world/sim-clock.ts';
import { deskAccount, openWorld, type SimWorld } from '../simulator/sim-fixture.ts';

const connect = ({ baseUrl }: SimWorld, api_secret = deskAccount.apiSecret): MainClient =>
  new MainClient({ api_key: deskAccount.apiKey, api_secret, baseUrl });

describe('the community client `binance` on its one C2C operation (EP-16)', () => {
  it('reads the history of the simulator', async () => {
    // It stamps its calls with the clock of the machine.
    const world = await openWorld({ clock: systemClock });
    const orderNumber = world.simulator.counterparties.take({ adNumber: world.addAd(), amount: '25', nickname: 'Ana' });
    const answer = await connect(world).getC2CTradeHistory({ tradeType: 'SELL', page: 1, rows: 50 });
    expect(answer).toMatchObject({ code: '000000', message: 'success', total: 1, success: true });
    expect(answer.data).toMatchObject([
      {
        orderNumber,
        tradeType: 'SELL',
        asset: 'USDT',
        fiat: 'BOB',
        amount: '25.00000000',
        totalPrice: '255.00000000',
        unitPrice: '10.20000000',
        orderStatus: 'TRADING',
        counterPartNickName: 'Ana***',
        advertisementRole: 'MAKER',
      },
    ]);
  });

  it('is refused with a wrong secret: -1022', async () => {
    const world = await openWorld({ clock: systemClock });
    const outcome: unknown = await connect(world, 'not-the-secret')
      .getC2CTradeHistory({ tradeType: 'BUY' })
      .catch((error: unknown) => error);
    expect(outcome).toMatchObject({ code: -1022, message: 'Signature for this request is not valid.' });
    expect(world.simulator.ledger().rejected).toEqual({ '-1022': 1 });
  });
});
