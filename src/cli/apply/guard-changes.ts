/** Changes of what restricts an account: the register has them first, and what is loosened goes as the plan has shown it. */
import { guardControl, type GuardControl, type GuardAnswer, type Operator } from '../../client/index.ts';
import type { Change } from '../../config/account-plan.ts';
import { switchesOfStep } from '../../domain/guard/permit.ts';
import { block } from '../../domain/guard/block-list.ts';
import { blockEntryOf, blockKey } from '../../domain/orders/counterparty.ts';
import { noReleaseRules } from '../../domain/orders/release-rules.ts';
import { blockEntry, restrictionsOfGuard, switchEntry, type Restriction } from '../../domain/guard/restriction.ts';
import { onceStepNames, type OnceStepName } from '../../domain/once-steps.ts';
import type { Sign } from '../approver/sign-word.ts';
import { refusal } from '../kit/cli-failure.ts';
import { restrictHere, withFoundRegister, type FoundRegister } from '../register/found-register.ts';
import { keepingOf, stillHeldText, type Keeping } from '../register/keeping.ts';
import { loosen } from '../register/loosening.ts';
import { loosenedBy, rulesInForce, tidyRules, writeRules } from '../register/kept-rules.ts';
import type { TemporalSession } from '../session/temporal-session.ts';
import type { AccountPlan } from './file-plan.ts';

type GuardChange = Extract<Change, { kind: 'release-rules' | 'block' | 'unblock' | 'switch' }>;

/** Whether a change is one of what restricts an account. */
export function isGuardChange(change: Change): change is GuardChange {
  return ['release-rules', 'block', 'unblock', 'switch'].includes(change.kind);
}

interface GuardCall {
  readonly found: FoundRegister;
  readonly session: TemporalSession;
  readonly guard: GuardControl;
  readonly operator: Operator;
  /** Null: this machine has no key of the person. */
  readonly sign: Sign | null;
}

/** Changes the guard and the register. Throws a refusal for what is loosened and was changed since the plan was made. */
export async function changeGuard(
  plan: AccountPlan,
  change: GuardChange,
  { operator, sign }: Pick<GuardCall, 'operator' | 'sign'>,
): Promise<Keeping> {
  const { session, wish, context } = plan;
  const { client, account, timeoutMs } = session;
  const guard = guardControl(client, account, { group: wish.egress }).within(timeoutMs);
  return await withFoundRegister(context, session, async (found) => {
    const keeping = await carryOutAt({ found, session, guard, operator, sign }, plan, change);
    // What this run has changed itself is nothing that someone else has changed.
    plan.shownRevision = (await found.keeper?.restrictions())?.revision ?? null;
    return keeping;
  });
}

async function carryOutAt(call: GuardCall, plan: AccountPlan, change: GuardChange): Promise<Keeping> {
  switch (change.kind) {
    case 'release-rules':
      return changeRules(call, plan, change);
    case 'block':
      return restrict(call, [blocked(change.counterparty, call.operator)], {
        tell: () => call.guard.block(change.counterparty, call.operator),
        steps: ['release'],
      });
    case 'unblock': {
      const { target } = blockEntryOf(change.counterparty);
      const key = target === null ? change.counterparty : blockKey(target);
      const tell = () => call.guard.unblock(change.counterparty, call.operator);
      return takeOff(call, plan, { gone: { kind: 'block', key }, tell, command: 'person allow' });
    }
    case 'switch':
      return turnSwitch(call, plan, change);
  }
}

function blocked(counterparty: string, operator: Operator): Restriction {
  const [entry] = block([], { counterparty, ...operator, atMs: Date.now() });
  if (entry === undefined) throw refusal(`${counterparty} names no one`);
  return blockEntry(entry);
}

function turnSwitch(
  call: GuardCall,
  plan: AccountPlan,
  { name, thrown }: Extract<GuardChange, { kind: 'switch' }>,
): Promise<Keeping> {
  const { by, note: reason = 'configuration file' } = call.operator;
  const tell = (): Promise<GuardAnswer> => call.guard.killSwitch({ name, thrown, by, reason });
  if (!thrown) return takeOff(call, plan, { gone: { kind: 'switch', key: name }, tell, command: 'desk open' });
  const steps = onceStepNames.filter((step) => switchesOfStep[step].includes(name));
  return restrict(call, [switchEntry(name, { by, reason, atMs: Date.now() })], { tell, steps });
}

async function restrict(
  { found, session, operator }: GuardCall,
  entries: readonly Restriction[],
  { tell, steps }: { tell: () => Promise<GuardAnswer>; steps: readonly OnceStepName[] },
): Promise<Keeping> {
  const left = await restrictHere(found, entries, operator.by);
  return keepingOf({ found: left, session, view: await tell(), steps });
}

interface LooseningOfOne {
  gone: Pick<Restriction, 'kind' | 'key'>;
  tell: () => Promise<GuardAnswer>;
  /** Where the register is, what a person runs there. */
  command: string;
}

async function takeOff(
  { found, guard, operator, sign }: GuardCall,
  { shownRevision }: AccountPlan,
  { gone, tell, command }: LooseningOfOne,
): Promise<Keeping> {
  const { by } = operator;
  const wish = {
    gone: [gone],
    revision: shownRevision,
    atGuard: restrictionsOfGuard(await guard.state()),
    by,
    sign,
    stays: refusal,
  };
  const settle = await loosen(found, wish);
  await tell();
  await settle();
  return looseKeeping(found, command);
}

function looseKeeping(found: FoundRegister, command: string): Keeping {
  const isKept = found.keeper !== null;
  return { isKept, text: isKept ? 'changed in the register' : stillHeldText(found, command), mayHaveLeft: [] };
}

async function changeRules(
  { found, session, guard, operator, sign }: GuardCall,
  { shownRevision }: AccountPlan,
  { from, rules }: Extract<GuardChange, { kind: 'release-rules' }>,
): Promise<Keeping> {
  const { by } = operator;
  const now = await rulesInForce(found, from ?? noReleaseRules);
  const kept = now.kept === null ? null : { ...now.kept, revision: shownRevision ?? now.kept.revision };
  const inForce = { ...now, kept };
  const { left, settle } = await writeRules(found, { rules, inForce, by, sign });
  const view = await guard.setReleaseRules(rules, operator);
  await settle();
  await tidyRules(left, { rules, by });
  if (loosenedBy(rules, inForce).length === 0) return keepingOf({ found: left, session, view, steps: ['release'] });
  return looseKeeping(left, 'desk set');
}
