/** Two money calls of one account at the same time. */
import { expect, it, vi } from 'vitest';
import { RegisterSilent } from '../../../src/register/register.ts';
import { openActivityWorld } from '../activity-fixture.ts';
import { paidSale, release, releaseInput } from './money-fixture.ts';

/** A busy machine takes its time. */
const until = (holds: () => void) => vi.waitFor(holds, { timeout: 60_000 });

it('money-steps#one-call: the second is claimed once the guard has answered the first, so that it is permitted as well', async () => {
  const world = await openActivityWorld();
  const { register } = world.deps;
  const [one, other] = [paidSale(world), paidSale(world)];
  const answer = Promise.withResolvers<void>();
  const permit = world.fakeGuard.permit.bind(world.fakeGuard);
  const permitting = vi.spyOn(world.fakeGuard, 'permit').mockImplementationOnce(async (request) => {
    await answer.promise;
    return permit(request);
  });
  const claiming = vi.spyOn(register, 'claim');
  const looking = vi.spyOn(register, 'paymentOwners');
  const first = release(world, releaseInput(one));
  await until(() => expect(permitting).toHaveBeenCalledTimes(1));
  const second = release(world, releaseInput(other));
  await until(() => expect(looking).toHaveBeenCalledTimes(2));
  // All that the second look needs is there: what keeps its claim is the first call.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(claiming).toHaveBeenCalledTimes(1);
  answer.resolve();
  expect(await Promise.all([first, second])).toMatchObject([{ kind: 'executed' }, { kind: 'executed' }]);
  expect(world.fakeGuard.asked.map(({ number, subject }) => [number, subject])).toEqual([
    [1, one],
    [2, other],
  ]);
});

it('money-steps#one-call: one whose claim fails keeps no later one from leaving', async () => {
  const world = await openActivityWorld();
  const [one, other] = [paidSale(world), paidSale(world)];
  const claim = Promise.withResolvers<never>();
  const claiming = vi.spyOn(world.deps.register, 'claim').mockImplementationOnce(() => claim.promise);
  const first = release(world, releaseInput(one));
  await until(() => expect(claiming).toHaveBeenCalledTimes(1));
  const second = release(world, releaseInput(other));
  claim.reject(new RegisterSilent({ code: 'too-slow' }));
  expect(await first).toMatchObject({ kind: 'rejected', category: 'REGISTER_SILENT' });
  expect(await second).toMatchObject({ kind: 'executed' });
});
