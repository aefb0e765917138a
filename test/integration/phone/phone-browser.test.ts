/** The page in Chromium, whose own authenticator signs: from the first passkey to a release. The ledger of the service is the judge. */
import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../../setup/passkeys/browser-phone.ts';
import { shareWorld } from '../desk-harness.ts';
import { openBrowserWorld } from './browser-world.ts';

const [ana, eva] = ['ana+phone', 'eva+phone'];

describe.skipIf(!hasBrowser)('phone: one person in Chromium', () => {
  const the = shareWorld((atEnd) => openBrowserWorld([ana, eva], {}, atEnd));

  it('enrol: a passkey signs in once its line stands in the file of the desk, and not before', async () => {
    const { world, lines } = the();
    expect(lines.get(ana)).toMatch(/^ana\+phone=passkey:http:\/\/localhost:\d+:[\w+/=]+$/);
    const line = await the().enrol('eva+laptop');
    const laptop = the().phone('eva+laptop');
    await laptop.goTo('/sign-in');
    await laptop.press('Sign in with your passkey');
    expect(await laptop.refusal()).toContain(
      'the line of this passkey is neither in an approvers file nor in keys_file',
    );
    world.enrol([...lines.values(), line]);
    await laptop.signIn();
    expect(world.simulator.ledger()).toMatchObject({ releases: 0 });
  });

  it('approve: one signature over the facts that are shown releases the order once', async () => {
    const order = await the().world.paidOrder('400.00');
    await the().lookAt(ana, order);
    expect(the().releasesOf(order)).toBe(0);
    await the().sign(ana);
    await the().phone(ana).page.getByText(`order ${order}: approval by ana noted`).waitFor();
    await the().isReleased(order);
  });

  it('replay: what was sent counts once: neither again, nor for another order, nor beside a second tap', async () => {
    const [order, other] = [await the().world.paidOrder('401.00'), await the().world.paidOrder('402.00')];
    const sent = await the().approve(ana, order);
    const again = await Promise.all([0, 1].map(() => the().sendAgain(ana, sent)));
    for (const answer of again)
      expect(answer).toMatchObject({ status: 409, text: expect.stringContaining('this approval was sent already') });
    expect(await the().sendAgain(ana, sent, `/orders/main/${other}/approve`)).toMatchObject({ status: 409 });
    await the().isReleased(order);
    expect(await the().sendAgain(ana, sent)).toMatchObject({ status: 409 });
    await the().lacks(ana, other, 'no human has approved the release');
    expect(the().releasesOf(other)).toBe(0);
  });

  it('changed facts: a payment attached after the look changes the code, and what was signed releases nothing', async () => {
    const order = await the().world.paidOrder('410.00');
    const code = await the().lookAt(ana, order);
    const payment = ['--amount', '410.00', '--payer', 'Ana Perez', '--proof', 'TRX-9'];
    expect(await the().world.ask('order', 'received', order, ...payment)).toMatchObject({ exitCode: 0 });
    await the().sign(ana);
    expect(await the().phone(ana).refusal()).toContain('refused');
    expect(await the().lookAt(ana, order)).not.toBe(code);
    expect(the().releasesOf(order)).toBe(0);
    await the().sign(ana);
    await the().isReleased(order);
  });

  it('who may look sees the order without a button, and what approving signs is refused with the role it needs', async () => {
    const order = await the().world.paidOrder('420.00');
    const { page } = the().phone(eva);
    await the().lacks(eva, order, 'no human has approved the release');
    expect(await page.getByRole('button', { name: /Hold|Approve/ }).count()).toBe(0);
    await the().phone(eva).goTo(`/orders/main/${order}/approve`);
    expect(await the().phone(eva).refusal()).toContain('this needs the role approve');
    expect(the().releasesOf(order)).toBe(0);
  });
});
