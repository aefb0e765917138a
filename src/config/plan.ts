import type { AccountState, AccountWish, Change, PlannedChange } from './account-plan.ts';
import { adChanges } from './ad-plan.ts';
import { isSame } from './same-value.ts';
import { looserMode, looserTerms } from '../domain/guard/loosening.ts';
import type { Mode } from '../domain/mode.ts';
import { isSameTyped } from '../domain/orders/counterparty.ts';
import { looserRules } from '../domain/orders/release-rules.ts';
import { weightOfRules } from '../domain/guard/looser-pricing.ts';
import type { SwitchName } from '../domain/guard/guard-memory.ts';

/**
 * Returns the changes that make an account what the file wants; none when it is that already. What holds more comes
 * first, so that a plan which is cut off leaves the desk stricter, never looser.
 */
export function planAccount(wish: AccountWish, state: AccountState): PlannedChange[] {
  const changes = [...guardChanges(wish, state), ...deskChanges(wish, state), ...adChanges(wish, state)];
  const planned = changes.map((change) => ({ account: wish.account, change, ...weightOf(change, state) }));
  return planned.toSorted((left, right) => rank(left) - rank(right));
}

/** Stricter first, then what is neither, then looser. */
function rank({ isMoney, loosens }: PlannedChange): number {
  if (loosens.length > 0) return 2;
  return isMoney ? 0 : 1;
}

function guardChanges({ rules, blocked, kill }: AccountWish, { guard }: AccountState): Change[] {
  const present = guard?.rules ?? null;
  const known = guard?.blocked ?? [];
  const thrown = guard?.thrown ?? [];
  return [
    ...(rules === null || isSame(rules, present) ? [] : [{ kind: 'release-rules' as const, from: present, rules }]),
    ...(blocked ?? [])
      .filter((counterparty) => !known.some((one) => isSameTyped(one, counterparty)))
      .map((counterparty) => ({ kind: 'block' as const, counterparty })),
    ...known
      .filter((counterparty) => blocked !== null && !blocked.some((one) => isSameTyped(one, counterparty)))
      .map((counterparty) => ({ kind: 'unblock' as const, counterparty })),
    ...(Object.entries(kill) as [SwitchName, boolean][])
      .filter(([name, wanted]) => thrown.includes(name) !== wanted)
      .map(([name, wanted]) => ({ kind: 'switch' as const, name, thrown: wanted })),
  ];
}

function deskChanges({ desk, mode }: AccountWish, { desk: present }: AccountState): Change[] {
  if (!desk) return present === null ? [] : [{ kind: 'stop-desk' }];
  if (present === null) return [{ kind: 'start-desk', mode }];
  return present.mode === mode ? [] : [{ kind: 'desk-mode', from: present.mode, mode }];
}

/** Where no desk runs nothing becomes another: a merchant who comes back has not been in shadow. */
function looserStart(before: Mode | null, mode: Mode): string | null {
  if (before !== null) return looserMode(before, mode);
  return looserMode('shadow', mode) === null ? null : `it begins in mode ${mode}`;
}

function weightOf(change: Change, { desk }: AccountState): Pick<PlannedChange, 'isMoney' | 'loosens'> {
  const money = (loosens: readonly (string | null)[]) => ({
    isMoney: true,
    loosens: loosens.filter((text) => text !== null),
  });
  switch (change.kind) {
    case 'release-rules':
      return money(looserRules(change.from, change.rules));
    case 'block':
      return money([]);
    case 'unblock':
      return money([`${change.counterparty} leaves the block list`]);
    case 'switch':
      return money([change.thrown ? null : `kill switch ${change.name} is lifted`]);
    case 'desk-mode':
    case 'ad-mode':
      return money([looserMode(change.from, change.mode)]);
    case 'start-desk':
    case 'start-ad':
    case 'publish-ad':
      // Beside a desk that writes, one more ad that writes is nothing new.
      return money([looserStart(desk?.mode ?? null, change.mode)]);
    case 'ad-status':
      return money([change.status === 'online' ? 'it comes back to the market' : null]);
    case 'ad-terms':
      return { isMoney: false, loosens: looserTerms(change.differences) };
    case 'ad-rules': {
      const { isBound, loosens } = weightOfRules(change.from, change.part, change.side);
      return { isMoney: isBound, loosens };
    }
    case 'stop-ad':
    case 'stop-desk':
      return { isMoney: false, loosens: [] };
  }
}
