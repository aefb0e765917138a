import { describe, expect, it } from 'vitest';
import {
  emptyGuardMemory,
  guardMemorySchema,
  switchNames,
  throwSwitch,
  type GuardMemory,
} from '../../../src/domain/guard/guard-memory.ts';
import { maxBlocked } from '../../../src/domain/guard/block-list.ts';
import type { BlockEntry } from '../../../src/domain/orders/counterparty.ts';
import { noReleaseRules, type ReleaseRules } from '../../../src/domain/orders/release-rules.ts';
import {
  blockEntry,
  guardPartsOf,
  heldSwitches,
  restrictionsOfGuard,
  rulesEntry,
  stopsOf,
  switchEntry,
  thrownIn,
  type Restriction,
} from '../../../src/domain/guard/restriction.ts';

const thrown = { by: 'ana', reason: 'a doubt', atMs: 1_000 };
const strict: ReleaseRules = { ...noReleaseRules, amountCap: { BOB: '100', USD: '7' } };
const loose: ReleaseRules = { ...noReleaseRules, policy: 'paid' };
const origin = { by: 'ana', note: null, atMs: 1_000 };
const numbered = (number: string): BlockEntry => ({ kind: 'number', number, ...origin });
const [one, other] = [numbered('s1a2b3c4'), numbered('77001')];
const named: BlockEntry = { kind: 'nickname', key: 'mallory', shown: 'Mallory', ...origin };
const nothing = { revision: 0, entries: [] };
const kept = (...entries: Restriction[]) => ({ revision: 1, entries });
const guardWith = (part: Partial<GuardMemory>): GuardMemory => ({ ...emptyGuardMemory, ...part });

describe('design 6: what restricts an account', () => {
  it('design 6: a guard restricts by its switches, its rules and its block list', () => {
    expect(restrictionsOfGuard(emptyGuardMemory)).toEqual([]);
    const guard = guardWith({ ...throwSwitch(emptyGuardMemory, 'ads', thrown), rules: strict, blocked: [one, named] });
    expect(restrictionsOfGuard(guard)).toEqual([
      switchEntry('ads', thrown),
      rulesEntry(strict),
      blockEntry(one),
      blockEntry(named),
    ]);
  });

  it('design 6: each entry has the key by which it is found again, and JSON', () => {
    expect(switchEntry('ads', thrown)).toEqual({ kind: 'switch', key: 'ads', value: JSON.stringify(thrown) });
    expect(rulesEntry(strict)).toMatchObject({ kind: 'rules', key: expect.stringMatching(/^[0-9a-f]{16}$/) });
    expect(JSON.parse(rulesEntry(strict).value)).toEqual(strict);
    expect(blockEntry(one)).toEqual({ kind: 'block', key: 's1a2b3c4', value: JSON.stringify(one) });
    expect(blockEntry(named)).toMatchObject({ kind: 'block', key: 'nickname:mallory' });
  });

  it('design 6: two writings of the same rules are one entry, other rules are another', () => {
    const { policy, amountCap, counterparty } = strict;
    expect(rulesEntry({ counterparty, amountCap, policy })).toEqual(rulesEntry(strict));
    expect(rulesEntry({ ...strict, amountCap: { USD: '7', BOB: '100' } })).toEqual(rulesEntry(strict));
    expect(rulesEntry({ ...strict, amountCap: { BOB: '100' } }).key).not.toBe(rulesEntry(strict).key);
    expect(rulesEntry(loose).key).not.toBe(rulesEntry(strict).key);
  });
});

describe('I36: what stops money is what register and guard restrict together', () => {
  it('I36: a switch that either of them knows is closed, and so is everything under "all"', () => {
    const inRegister = stopsOf(kept(switchEntry('releases', thrown)), emptyGuardMemory);
    expect(switchNames.map(inRegister.switchStand)).toEqual(['open', { name: 'releases', ...thrown }, 'open', 'open']);
    const atGuard = stopsOf(nothing, throwSwitch(emptyGuardMemory, 'ads', thrown));
    expect(switchNames.map(atGuard.switchStand)).toEqual(['open', 'open', 'open', { name: 'ads', ...thrown }]);
    const everything = stopsOf(kept(switchEntry('all', thrown)), emptyGuardMemory);
    expect(switchNames.map(everything.switchStand)).toEqual(Array(4).fill({ name: 'all', ...thrown }));
  });

  it('S13: where the guard does not answer, a switch that the register does not know is unknown, never open', () => {
    const stops = stopsOf(kept(switchEntry('releases', thrown)), null);
    const engaged = { name: 'releases', ...thrown };
    expect(switchNames.map(stops.switchStand)).toEqual(['unknown', engaged, 'unknown', 'unknown']);
  });

  it('S8: the rules of both must be satisfied, each set once', () => {
    expect(stopsOf(nothing, emptyGuardMemory).rules).toEqual([]);
    expect(stopsOf(kept(rulesEntry(strict)), guardWith({ rules: loose })).rules).toEqual([strict, loose]);
    expect(stopsOf(kept(rulesEntry(strict)), guardWith({ rules: strict })).rules).toEqual([strict]);
    expect(stopsOf(kept(rulesEntry(strict)), null).rules).toEqual([strict]);
  });

  it('I36: who is blocked by either is blocked', () => {
    expect(stopsOf(kept(blockEntry(one)), guardWith({ blocked: [other] })).blocks).toEqual([one, other]);
    expect(stopsOf(kept(blockEntry(one)), null).blocks).toEqual([one]);
    expect(stopsOf(nothing, emptyGuardMemory).blocks).toEqual([]);
  });

  it('S13: rules and blocks that cannot be read permit nothing: they throw', () => {
    const rules: Restriction = { kind: 'rules', key: 'x', value: '{"policy":["paid"]}' };
    const blocks: Restriction = { kind: 'block', key: 'x', value: '"s1a2b3c4"' };
    for (const odd of [rules, blocks]) expect(() => stopsOf(kept(odd), emptyGuardMemory)).toThrow();
  });
});

describe('design 6: a guard that is behind takes over what the register restricts', () => {
  it('design 6: in the form in which it keeps it, of several sets of rules the first', () => {
    const entries = [blockEntry(one), rulesEntry(strict), rulesEntry(loose), switchEntry('ads', thrown)];
    expect(guardPartsOf(kept(...entries))).toEqual({
      switches: { all: null, releases: null, repricing: null, ads: thrown },
      rules: strict,
      blocked: [one],
    });
    expect(guardPartsOf(nothing)).toEqual({ switches: emptyGuardMemory.switches, rules: null, blocked: [] });
  });

  it('design 6: what it had itself is what comes back', () => {
    let guard = guardWith({ rules: strict, blocked: [one, named] });
    for (const name of switchNames) guard = throwSwitch(guard, name, { ...thrown, reason: name });
    const { switches, rules, blocked } = guard;
    expect(guardPartsOf(kept(...restrictionsOfGuard(guard)))).toEqual({ switches, rules, blocked });
  });

  it('P4: no more counterparties than it has room for: the register blocks the others', () => {
    const all = Array.from({ length: maxBlocked + 1 }, (_, at) => numbered(`${at + 100_000}`));
    const entries = all.map(blockEntry);
    const guard = guardWith(guardPartsOf(kept(...entries)));
    expect(guardMemorySchema.parse(guard).blocked).toEqual(all.slice(0, maxBlocked));
    expect(stopsOf(kept(...entries), guard).blocks).toEqual(expect.arrayContaining(all));
  });

  it('P4: a switch that the guard has lifted and the register has not is still engaged', () => {
    const { switches } = throwSwitch(guardWith({}), 'ads', { ...thrown, reason: 'at the guard' });
    const held = heldSwitches(kept(switchEntry('ads', thrown), switchEntry('repricing', thrown)), switches);
    expect(held).toEqual({ all: null, releases: null, repricing: thrown, ads: switches.ads });
    // What else restricts has keys of its own, which may be the same.
    const namesake: Restriction = { ...blockEntry(one), key: 'releases' };
    expect(thrownIn(kept(namesake), 'releases')).toBeNull();
    let guard = guardWith({});
    for (const name of switchNames) guard = throwSwitch(guard, name, { ...thrown, reason: name });
    expect(heldSwitches(nothing, guard.switches)).toEqual(guard.switches);
    expect(heldSwitches(kept(switchEntry('ads', thrown)), emptyGuardMemory.switches).ads).toEqual(thrown);
  });

  it('design 6: who engaged a switch is found by its name; a forged entry throws', () => {
    const restrictions = kept(switchEntry('ads', thrown), switchEntry('all', true));
    expect(thrownIn(restrictions, 'ads')).toEqual(thrown);
    expect(thrownIn(restrictions, 'releases')).toBeNull();
    expect(() => thrownIn(restrictions, 'all')).toThrow();
  });
});
