/** Keys that go and come, in Chromium: a line that is taken out of the file, and a phone that is lost. The ledger of the service is the judge. */
import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../../setup/passkeys/browser-phone.ts';
import { shareWorld } from '../desk-harness.ts';
import { openBrowserWorld } from './browser-world.ts';

const [ana, ben, carl] = ['ana+phone', 'ben+phone', 'carl+phone'];
const isOver = 'the passkey that signed in is in the configuration no more: this session is over';

const plan = {
  people: { ana: 'approve', ben: 'approve', carl: 'approve' },
  approvers: ['ana', 'ben', 'carl'],
  rules: ['approvers_above = "500 BOB"', 'approvers_then = 2'],
} as const;

describe.skipIf(!hasBrowser)('phone: keys in Chromium', () => {
  const the = shareWorld((atEnd) => openBrowserWorld([ana, ben, carl], plan, atEnd));

  const alertOf = (key: string) => the().phone(key).page.getByRole('alert').first().textContent();

  const linesWithout = (key: string): string[] =>
    [...the().lines].flatMap(([name, line]) => (name === key ? [] : [line]));

  it('revoked key: its session ends at once, and what it has signed counts no more once the worker has read the file', async () => {
    const order = await the().world.paidOrder('600.00');
    await the().approve(ana, order);
    await the().lacks(ben, order, 'approved by ana only: 2 different people are wanted');
    the().world.enrol(linesWithout(ana));
    await the().phone(ana).goTo(`/orders/main/${order}`);
    expect(await alertOf(ana)).toContain(isOver);
    await the().phone(ana).press('Sign in with your passkey');
    expect(await the().phone(ana).refusal()).toContain('the line of this passkey is neither in an approvers file');
    await the().reload(ben);
    await the().phone(ben).signIn();
    await the().approve(ben, order);
    await the().lacks(ben, order, 'approved by ben only: 2 different people are wanted');
    expect(the().releasesOf(order)).toBe(0);
    await the().phone(carl).signIn();
    await the().approve(carl, order);
    await the().isReleased(order);
  });

  it('lost phone: a passkey of the new one takes the place of its line; the old one signs nothing, not even what it has looked at', async () => {
    const order = await the().world.paidOrder('400.00');
    await the().lookAt(ben, order);
    const line = await the().enrol('ben+new');
    the().world.enrol([...linesWithout(ben), line]);
    await the().sign(ben);
    await the().phone(ben).page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await alertOf(ben)).toContain(isOver);
    expect(the().releasesOf(order)).toBe(0);
    await the().phone('ben+new').signIn();
    await the().phone('ben+new').goTo(`/orders/main/${order}/approve`);
    expect(await alertOf('ben+new')).toContain('the worker does not go by this key');
    await the().reload('ben+new');
    await the().phone('ben+new').signIn();
    await the().approve('ben+new', order);
    await the().isReleased(order);
  });
});
