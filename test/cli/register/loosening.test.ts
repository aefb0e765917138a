/** The worker's copy of the guard runs beside a command that loosens: here it comes between its two writes. */
import { describe, expect, it, vi } from 'vitest';
import { AccountKeeper } from '../../../src/cli/register/account-keeper.ts';
import { loosenedBy, rulesInForce, writeRules } from '../../../src/cli/register/kept-rules.ts';
import { loosen } from '../../../src/cli/register/loosening.ts';
import { refusal } from '../../../src/cli/kit/cli-failure.ts';
import { blockEntry, rulesEntry, switchEntry, type Restriction } from '../../../src/domain/guard/restriction.ts';
import { noReleaseRules } from '../../../src/domain/orders/release-rules.ts';
import { RegisterSilent } from '../../../src/register/register.ts';
import { memoryRegister } from '../../register/memory-register.ts';

const account = 'main';
const by = 'ana';
const thrown = (atMs: number) => ({ by, reason: 'a doubt', atMs });
const blocked = (atMs: number) =>
  blockEntry({ kind: 'nickname', key: 'mallory', shown: 'Mallory', by, note: null, atMs });
const strict = { ...noReleaseRules, amountCap: { BOB: '100' } };

async function deskWith(...kept: Restriction[]) {
  const { register } = memoryRegister();
  const identity = await register.mint({ generation: 'one', how: 'created', nowMs: 1_000 });
  const keeper = new AccountKeeper(
    { place: { kind: 'sqlite', file: ':memory:', isSimulators: true }, register, identity },
    account,
  );
  await keeper.restrict(kept, by);
  return {
    /** What the journal says of the last loosening. */
    lifted: async () => {
      const journal = await register.journal({ afterSeq: 0, limit: 1_000 });
      return JSON.parse(journal.findLast(({ kind }) => kind === 'loosened')?.body ?? 'null') as unknown;
    },
    found: { keeper, why: '', isSilent: false },
    copy: (...entries: Restriction[]) => keeper.restrict(entries, 'guard'),
    entries: async () => (await keeper.restrictions()).entries,
  };
}

describe('design 6: what a worker copies from the guard before the guard has heard that it is lifted', () => {
  const kinds = { switch: (atMs: number) => switchEntry('releases', thrown(atMs)), block: blocked };
  const wishOf = (gone: Restriction, atGuard: Restriction[]) =>
    ({ gone: [gone], revision: null, atGuard, by, sign: null, stays: refusal }) as const;

  it.each(Object.entries(kinds))('%s: goes again, as often as it comes', async (_name, at) => {
    const { found, copy, entries } = await deskWith(at(1_000));
    const settle = await loosen(found, wishOf(at(1_000), [at(1_001)]));
    expect(await entries()).toEqual([]);
    await copy(at(1_001));
    await settle();
    expect(await entries()).toEqual([]);
  });

  it.each(Object.entries(kinds))('%s: the guard alone has it, and its copy goes', async (_name, at) => {
    const { found, copy, entries } = await deskWith();
    const settle = await loosen(found, wishOf(at(1_000), [at(1_000)]));
    // Nothing was taken off the register, so its next word needs no other look.
    expect(await found.keeper.restrictions()).toEqual({ revision: 0, entries: [] });
    await copy(at(1_000));
    await settle();
    expect(await entries()).toEqual([]);
  });

  it.each(Object.entries(kinds))(
    '%s: another word of it that has come meanwhile stays, and is said',
    async (_name, at) => {
      const { found, copy, entries } = await deskWith(at(1_000));
      const settle = await loosen(found, wishOf(at(1_000), [at(1_001)]));
      await copy(at(9_000));
      await expect(settle()).rejects.toThrow('it was said again meanwhile: look at what holds (`peerdesk desk show`)');
      expect(await entries()).toEqual([at(9_000)]);
    },
  );

  it.each(Object.entries(kinds))(
    '%s: a copy of what the register had goes, although the guard said nothing',
    async (_name, at) => {
      const { found, copy, entries } = await deskWith(at(1_000));
      const settle = await loosen(found, wishOf(at(1_000), []));
      await copy(at(1_000));
      await settle();
      expect(await entries()).toEqual([]);
    },
  );

  it('a copy that comes back each time is said after five looks, and nothing is lifted by then', async () => {
    const { found, copy, entries } = await deskWith(blocked(1_000));
    const settle = await loosen(found, wishOf(blocked(1_000), []));
    await copy(blocked(1_000));
    const { keeper } = found;
    const lift = keeper.loosen.bind(keeper);
    const lifting = vi.spyOn(keeper, 'loosen').mockImplementation(async (...word) => {
      const why = await lift(...word);
      await copy(blocked(1_000));
      return why;
    });
    await expect(settle()).rejects.toThrow('it was said again meanwhile');
    expect(lifting).toHaveBeenCalledTimes(5);
    expect(await entries()).toEqual([blocked(1_000)]);
  });

  it('what the guard alone has is no part of what is signed and written down as lifted', async () => {
    const { found, entries, lifted } = await deskWith(kinds.switch(1_000));
    const gone = [kinds.switch(1_000), blocked(1_000)];
    await loosen(found, { ...wishOf(kinds.switch(1_000), [blocked(1_000)]), gone });
    expect(await entries()).toEqual([]);
    expect(await lifted()).toMatchObject({ by, entries: [{ kind: 'switch', key: 'releases' }] });
  });

  it('beside a word that has come meanwhile no copy of another one is lifted either', async () => {
    const { found, copy, entries } = await deskWith(kinds.switch(1_000), blocked(1_000));
    const gone = [kinds.switch(1_000), blocked(1_000)];
    const settle = await loosen(found, { ...wishOf(kinds.switch(1_000), []), gone });
    const back = [blocked(9_000), kinds.switch(1_000)];
    await copy(...back);
    await expect(settle()).rejects.toThrow('it was said again meanwhile');
    expect(await entries()).toEqual(back);
  });

  it('a register that does not take a copy away is no success', async () => {
    const { found, copy } = await deskWith(blocked(1_000));
    const settle = await loosen(found, wishOf(blocked(1_000), []));
    await copy(blocked(1_000));
    vi.spyOn(found.keeper, 'loosen').mockRejectedValueOnce(new RegisterSilent({ code: 'too-slow' }));
    await expect(settle()).rejects.toBeInstanceOf(RegisterSilent);
  });

  it('other restrictions are not touched', async () => {
    const other = switchEntry('ads', thrown(1_000));
    const { found, copy, entries } = await deskWith(kinds.switch(1_000), other);
    const settle = await loosen(found, wishOf(kinds.switch(1_000), []));
    await copy(blocked(2_000));
    await settle();
    expect(await entries()).toEqual([blocked(2_000), other]);
  });

  it('release rules: the stricter ones of the guard go again, and the looser ones stay', async () => {
    const { found, copy, entries } = await deskWith(rulesEntry(strict));
    const inForce = await rulesInForce(found, strict);
    const { settle } = await writeRules(found, { rules: noReleaseRules, inForce, by, sign: null });
    await copy(rulesEntry(strict));
    await settle();
    expect(await entries()).toEqual([rulesEntry(noReleaseRules)]);
  });

  it('money-steps#lifting: rules loosen by what the guard or the register holds, and stay where that has changed since', async () => {
    const { found, entries } = await deskWith(rulesEntry(strict));
    const inForce = await rulesInForce(found, noReleaseRules);
    expect(inForce.sets).toEqual([noReleaseRules, strict]);
    expect(loosenedBy(noReleaseRules, inForce)).toHaveLength(1);
    expect(loosenedBy(strict, await rulesInForce(found, noReleaseRules))).toEqual([]);
    await found.keeper.restrict([kinds.switch(1_000)], by);
    const change = { inForce, by, sign: null };
    await expect(writeRules(found, { ...change, rules: noReleaseRules })).rejects.toThrow('look again');
    // What loosens nothing needs no look.
    const stricter = { ...strict, amountCap: { BOB: '99' } };
    await writeRules(found, { ...change, rules: stricter });
    expect((await entries()).filter(({ kind }) => kind === 'rules')).toHaveLength(2);
  });

  it('it stays where it has changed since it was shown', async () => {
    const { found, entries } = await deskWith(kinds.switch(1_000));
    await expect(loosen(found, { ...wishOf(kinds.switch(1_000), []), revision: 0 })).rejects.toThrow('look again');
    expect(await entries()).toHaveLength(1);
  });
});
