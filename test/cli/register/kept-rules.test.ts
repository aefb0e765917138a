/** Release rules as a command reads and writes them in the register of its machine, beside those of the guard. */
import { beforeEach, describe, expect, it } from 'vitest';
import { refusal } from '../../../src/cli/kit/cli-failure.ts';
import { signWord } from '../../../src/cli/approver/sign-word.ts';
import { AccountKeeper } from '../../../src/cli/register/account-keeper.ts';
import type { FoundRegister } from '../../../src/cli/register/found-register.ts';
import { loosenedBy, rulesInForce, tidyRules, writeRules } from '../../../src/cli/register/kept-rules.ts';
import { rulesEntry, switchEntry, type Restriction } from '../../../src/domain/guard/restriction.ts';
import { noReleaseRules, type ReleaseRules } from '../../../src/domain/orders/release-rules.ts';
import type { SignableWord } from '../../../src/domain/signing/signed-word.ts';
import { RegisterSilent, type Register } from '../../../src/register/register.ts';
import { approverKey } from '../../register/contract/signatures.ts';
import { memoryRegister, type MemoryRegister } from '../../register/memory-register.ts';

const account = 'main';
const by = 'ana';
const change = { by, sign: null };
const capped = (BOB: string): ReleaseRules => ({ ...noReleaseRules, amountCap: { BOB } });
const [strict, middle, loose] = [capped('100'), capped('200'), capped('300')];
const thrown = switchEntry('releases', { by, reason: 'a doubt', atMs: 1 });
const nothingHere: FoundRegister = { keeper: null, why: 'there is none', isSilent: false };

let memory: MemoryRegister;
let register: Register;
let keeper: AccountKeeper;
let found: FoundRegister;

beforeEach(async () => {
  memory = memoryRegister();
  ({ register } = memory);
  const identity = await register.mint({ generation: 'one', how: 'created', nowMs: 1_000 });
  const place = { kind: 'sqlite', file: 'a-file', isSimulators: false } as const;
  keeper = new AccountKeeper({ place, register, identity }, account);
  found = { keeper, why: '', isSilent: false };
});

const keep = (...entries: Restriction[]) => keeper.restrict(entries, by);
/** The worker copies what the guard has. */
const copied = (...rules: ReleaseRules[]) => keeper.restrict(rules.map(rulesEntry), 'guard');
const kept = async () => (await keeper.restrictions()).entries;
/** Sets of rules, in the order of the register. */
const sets = (...rules: ReleaseRules[]) =>
  rules.map(rulesEntry).toSorted((one, other) => (one.key < other.key ? -1 : 1));

describe('design 6: the release rules that hold', () => {
  it('are the guard’s, and each set of the register, without its switches', async () => {
    await keep(thrown, rulesEntry(strict));
    const { revision } = await keep(rulesEntry(middle));
    const inForce = await rulesInForce(found, loose);
    expect(inForce.sets[0]).toEqual(loose);
    expect(inForce.sets.map(rulesEntry).slice(1)).toEqual(sets(strict, middle));
    expect(inForce.kept).toEqual({ entries: sets(strict, middle), revision });
  });

  it('are the guard’s alone without a register: nothing is written, and there is nothing to settle', async () => {
    expect(await rulesInForce(nothingHere, strict)).toEqual({ sets: [strict], kept: null });
    const inForce = await rulesInForce(found, strict);
    const { left, settle } = await writeRules(nothingHere, { ...change, rules: loose, inForce });
    await settle();
    expect(left).toBe(nothingHere);
    await tidyRules(nothingHere, { rules: strict, by });
  });

  it('that were shown while the register was not there are not written to it', async () => {
    await keep(rulesEntry(strict));
    const inForce = await rulesInForce(nothingHere, strict);
    for (const rules of [loose, capped('50')]) {
      const { left, settle } = await writeRules(found, { ...change, rules, inForce });
      await settle();
      expect(left).toBe(found);
    }
    expect(await kept()).toEqual([rulesEntry(strict)]);
  });

  it('are loosened by what any one of the sets holds, which is said once', async () => {
    await keep(rulesEntry(strict));
    const loosened = (rules: ReleaseRules, atGuard: ReleaseRules) =>
      rulesInForce(found, atGuard).then((inForce) => loosenedBy(rules, inForce));
    expect(await loosened(loose, strict)).toHaveLength(1);
    expect(await loosened(middle, noReleaseRules)).toHaveLength(1);
    expect(await loosened(capped('50'), strict)).toEqual([]);
    await keeper.loosen({ gone: [rulesEntry(strict)], added: [], revision: 1, by }, null);
    expect(await loosened(loose, middle)).toHaveLength(1);
    expect(await loosened(strict, middle)).toEqual([]);
  });
});

describe('money-steps#lifting: new release rules', () => {
  const write = async (rules: ReleaseRules, atGuard: ReleaseRules) =>
    writeRules(found, { ...change, rules, inForce: await rulesInForce(found, atGuard) });

  it('that loosen nothing are added, and take no signature', async () => {
    const { publicKey } = approverKey(by);
    await register.beginTerm({
      account,
      leader: '1@here',
      signers: { keys: { [by]: publicKey }, lifeMs: 900_000 },
      nowMs: Date.now(),
    });
    await keep(rulesEntry(middle));
    const { left, settle } = await write(strict, middle);
    expect(left).toBe(found);
    await copied(middle);
    await settle();
    expect(await kept()).toEqual(sets(strict, middle));
  });

  it('that loosen nothing go to the guard alone where the register does not answer', async () => {
    const inForce = await rulesInForce(found, middle);
    memory.silent = true;
    const { left } = await writeRules(found, { ...change, rules: strict, inForce });
    expect(left).toMatchObject({ keeper: null, isSilent: true });
  });

  it('that are looser take the place of all others, also of the guard’s own that a worker copies meanwhile', async () => {
    await keep(thrown, rulesEntry(middle));
    const { left, settle } = await write(loose, strict);
    expect(left).toBe(found);
    expect(await kept()).toEqual([rulesEntry(loose), thrown]);
    await copied(strict);
    await settle();
    expect(await kept()).toEqual([rulesEntry(loose), thrown]);
  });

  it('that are looser than the guard’s alone are kept in the register, too', async () => {
    const { settle } = await write(loose, strict);
    expect(await kept()).toEqual([rulesEntry(loose)]);
    await copied(strict);
    await settle();
    expect(await kept()).toEqual([rulesEntry(loose)]);
  });

  it('that are looser take the place of those that an older version has written, whatever it named them', async () => {
    await keep({ ...rulesEntry(strict), key: 'of an older version' });
    const { settle } = await write(loose, noReleaseRules);
    await settle();
    expect(await kept()).toEqual([rulesEntry(loose)]);
  });

  it('that are there already, beside stricter ones, stay when those go', async () => {
    await keep(rulesEntry(strict), rulesEntry(loose));
    const { settle } = await write(loose, loose);
    await copied(loose);
    await settle();
    expect(await kept()).toEqual([rulesEntry(loose)]);
  });

  it('that are looser do not take away others that have come meanwhile', async () => {
    await keep(rulesEntry(strict));
    const { settle } = await write(loose, strict);
    await keeper.loosen({ gone: [], added: [rulesEntry(middle)], revision: 2, by: 'ben' }, null);
    await settle();
    expect(await kept()).toEqual(sets(loose, middle));
  });

  it('that loosen take the signature of an approver, also for the copy that comes back', async () => {
    const key = approverKey(by);
    const signers = { keys: { [by]: key.publicKey }, lifeMs: 900_000 };
    await register.beginTerm({ account, leader: '1@here', signers, nowMs: Date.now() });
    await keep(rulesEntry(strict));
    const refused = 'the release rules stay as they are: the loosening is not signed';
    await expect(write(loose, strict)).rejects.toThrow(refused);
    await expect(write(loose, strict)).rejects.toHaveProperty('exitCode', refusal('').exitCode);
    expect(await kept()).toEqual([rulesEntry(strict)]);
    const sign = (word: SignableWord) => signWord(word, { key, nowMs: Date.now(), approvalLifeMs: 900_000 });
    const inForce = await rulesInForce(found, strict);
    const { settle } = await writeRules(found, { by, sign, rules: loose, inForce });
    await copied(strict);
    await settle();
    expect(await kept()).toEqual([rulesEntry(loose)]);
  });

  it('make those superfluous that they contain; a register that is silent is no consent', async () => {
    await keep(rulesEntry(strict), rulesEntry(loose));
    await tidyRules(found, { rules: loose, by });
    expect(await kept()).toHaveLength(2);
    await tidyRules(found, { rules: strict, by });
    expect(await kept()).toEqual([rulesEntry(strict)]);
    memory.silent = true;
    await expect(tidyRules(found, { rules: strict, by })).rejects.toBeInstanceOf(RegisterSilent);
  });
});
