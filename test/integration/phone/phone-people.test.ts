/** Whose signature counts, in Chromium: another's passkey, a second person, and one that has ended. The ledger of the service is the judge. */
import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../../setup/passkeys/browser-phone.ts';
import { shareWorld, until } from '../desk-harness.ts';
import { openBrowserWorld } from './browser-world.ts';

const [ana, laptop, ben, carl] = ['ana+phone', 'ana+laptop', 'ben+phone', 'carl+phone'];
const twoAreWanted = 'approved by ana only: 2 different people are wanted';

/** Time for two people to sign; and who waits for the end of a signature waits no longer. */
const approvalLifeMs = 40_000;

const plan = {
  people: { ana: 'approve', ben: 'approve', carl: 'approve' },
  // Carl has the role on the page, and no key in the file of the account.
  approvers: ['ana', 'ben'],
  rules: [
    'approvers_above = "500 BOB"',
    'approvers_then = 2',
    '[account.main.settings]',
    `approval_life_ms = ${approvalLifeMs}`,
  ],
} as const;

describe.skipIf(!hasBrowser)('phone: several people in Chromium', () => {
  const the = shareWorld((atEnd) => openBrowserWorld([ana, laptop, ben, carl], plan, atEnd));

  it('wrong person: a passkey of the page that is none of the account’s approvers has nothing to sign', async () => {
    const order = await the().world.paidOrder('400.00');
    const carls = the().phone(carl);
    await carls.goTo(`/orders/main/${order}/approve`);
    const alert = await carls.page.getByRole('alert').textContent();
    expect(alert).toContain('Nothing can be signed now: the worker does not go by this key');
    expect(await carls.page.getByRole('button', { name: 'Approve the release' }).count()).toBe(0);
    expect(the().releasesOf(order)).toBe(0);
  });

  it('wrong person: who has the cookie of another’s session, and his own passkey, sends nothing', async () => {
    const order = await the().world.paidOrder('401.00');
    const [anas, bens] = [the().phone(ana).page.context(), the().phone(ben).page.context()];
    const own = await bens.cookies();
    await bens.addCookies(await anas.cookies());
    await the().lookAt(ben, order);
    await the().phone(ben).page.getByRole('button', { name: 'ana+phone: sign out' }).waitFor();
    await the().sign(ben);
    expect(await the().phone(ben).refusal()).toContain('this passkey is not the one that signed in');
    await bens.addCookies(own);
    await the().lacks(ben, order, 'no human has approved the release');
    expect(the().releasesOf(order)).toBe(0);
  });

  it('second person: above the amount one person’s two devices are one, and another person releases', async () => {
    const order = await the().world.paidOrder('600.00');
    const sent = await the().approve(ana, order);
    await the().lacks(ana, order, twoAreWanted);
    expect(await the().sendAgain(ana, sent)).toMatchObject({ status: 409 });
    await the().phone(laptop).goTo(`/orders/main/${order}/approve`);
    const alert = await the().phone(laptop).page.getByRole('alert').textContent();
    expect(alert).toContain('Nothing can be signed now');
    await the().lacks(laptop, order, twoAreWanted);
    expect(the().releasesOf(order)).toBe(0);
    await the().approve(ben, order);
    await the().isReleased(order);
  });

  it('second person: two devices of one person that have both looked before count once', async () => {
    const order = await the().world.paidOrder('601.00');
    await the().lookAt(laptop, order);
    await the().approve(ana, order);
    await the().sign(laptop);
    expect(await the().phone(laptop).refusal()).toContain('refused');
    await the().lacks(ana, order, twoAreWanted);
    expect(the().releasesOf(order)).toBe(0);
  });

  it('expiry: a signature after the end that the worker has drawn is refused, and one that has ended is no second person’s', async () => {
    const [late, lapsing] = [await the().world.paidOrder('402.00'), await the().world.paidOrder('602.00')];
    await the().approve(ana, lapsing);
    await the().lookAt(laptop, late);
    const endsAtMs = Date.now() + approvalLifeMs;
    await until('both have ended', Date.now, (nowMs) => nowMs >= endsAtMs);
    await the().sign(laptop);
    expect(await the().phone(laptop).refusal()).toContain('is too old');
    await the().approve(ben, lapsing);
    await the().lacks(ben, lapsing, 'approved by ben only: 2 different people are wanted');
    expect([late, lapsing].map((order) => the().releasesOf(order))).toEqual([0, 0]);
    await the().approve(ana, lapsing);
    await the().isReleased(lapsing);
  });
});
