import { hasLooked } from '../../domain/watchdog/dead-man.ts';
import type { WatchdogMemory } from '../../domain/watchdog/watchdog-state.ts';
import type { DeskSights } from './desk-sights.ts';
import type { Mark, MarkedRegister, WatchdogDependencies } from './watchdog-dependencies.ts';

/** The kill switch that the guard does not have yet; null: it has it, or is not to have it. */
type Owed = WatchdogMemory['owed'];

/** What became of a switch that was owed. */
export type Paid =
  | { readonly kind: 'engaged' | 'owed'; readonly owed: Owed }
  /** The desk has looked since, and is not stopped. */
  | { readonly kind: 'looks-again' }
  /** A person has lifted it in the register, before the guard had it. */
  | { readonly kind: 'lifted' };

/**
 * Engages the kill switch of the ads: in the register of this machine first, where one is, and at the guard as soon as
 * Temporal answers. Whatever fails stays owed. A repeated one changes nothing: the switch that stands stays as it is.
 */
export async function payMark(deps: WatchdogDependencies, sights: DeskSights, owed: NonNullable<Owed>): Promise<Paid> {
  const register = deps.register();
  const seen = await sights.look();
  if (owed.inRegister) {
    if (await isLifted(register)) return { kind: 'lifted' };
  } else if (typeof seen === 'object' && hasLooked(seen, owed.lookedAtMs)) return { kind: 'looks-again' };
  const mark = { atMs: owed.atMs, reason: markReason(owed.lookedAtMs) };
  const inRegister = owed.inRegister || (register !== null && (await isKept(deps, register, mark)));
  // A server that says nothing would only hold the act up.
  if (sights.isSilent || !(await isAtGuard(deps, mark))) return { kind: 'owed', owed: { ...owed, inRegister } };
  return { kind: 'engaged', owed: null };
}

/** Whether a person has opened the switch that is owed; null: it is not known, as long as nothing has it. */
export async function isOwedOpen(deps: WatchdogDependencies, owed: NonNullable<Owed>): Promise<boolean | null> {
  return owed.inRegister ? isLifted(deps.register()) : null;
}

/** A register that does not answer has lifted nothing. */
async function isLifted(register: MarkedRegister | null): Promise<boolean> {
  if (register === null) return false;
  return register.isEngaged().then(
    (isEngaged) => !isEngaged,
    () => false,
  );
}

async function isKept(deps: WatchdogDependencies, register: MarkedRegister, mark: Mark): Promise<boolean> {
  try {
    await register.engage(mark);
    return true;
  } catch (error) {
    report(deps, `the kill switch ads is not in the register yet: ${String(error)}`);
    return false;
  }
}

async function isAtGuard(deps: WatchdogDependencies, { reason }: Mark): Promise<boolean> {
  try {
    await deps.engageSwitch(reason);
    return true;
  } catch (error) {
    report(deps, `the guard does not have the kill switch ads yet: ${String(error)}`);
    return false;
  }
}

function report({ report: say }: WatchdogDependencies, message: string): void {
  say({ event: 'switch', level: 'warn', mode: null, message });
}

/** Stands in the register and at the guard for a person who asks why nothing is priced. */
function markReason(lookedAtMs: number): string {
  const at = new Date(lookedAtMs).toISOString().slice(0, 19).replace('T', ' ');
  return `the watchdog takes the ads offline: no market was looked at since ${at} UTC`;
}
