import {
  allHandlersFinished,
  condition,
  continueAsNew,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { operatorRefusal, registerCommand } from '../kit/commands.ts';
import * as definitions from '../contract/definitions.ts';
import type { EgressInput, EgressMemory, EgressView } from '../contract/egress-contract.ts';
import { egressDetails } from './egress-presentation.ts';
import * as attributes from '../contract/search-attributes.ts';

interface EgressDesk {
  readonly input: EgressInput;
  memory: EgressMemory;
  revision: number;
}

/**
 * One outgoing address: it owns the deadline of an IP ban (418) and the breaker's state, because both concern every
 * account behind the address and must outlive every process. Workers read it at their start and report to it.
 */
export async function egress(input: EgressInput): Promise<never> {
  const desk: EgressDesk = { input, memory: input.memory ?? { ban: null, breaker: null, bans: 0 }, revision: 0 };
  registerMessages(desk);
  while (!workflowInfo().continueAsNewSuggested) {
    show(desk);
    await untilChange(desk);
  }
  await condition(allHandlersFinished);
  return continueAsNew<typeof egress>({ ...input, memory: desk.memory });
}

/** Waits for a report, or for the end of the ban or of the breaker's open time, whichever comes first. */
async function untilChange(desk: EgressDesk): Promise<void> {
  const { revision } = desk;
  const changed = (): boolean => desk.revision !== revision;
  const untilMs = nextEndMs(desk.memory);
  if (untilMs === null) return condition(changed);
  const heard = await condition(changed, Math.max(1, untilMs - Date.now()), { summary: 'End of the ban or breaker' });
  // The timer has fired, so its time has come, whatever the clock reads after a lost worker.
  if (!heard) desk.memory = expire(desk.memory, Math.max(untilMs, Date.now()));
}

function nextEndMs({ ban, breaker }: EgressMemory): number | null {
  const ends = [ban?.untilMs, breaker?.openUntilMs].filter((end) => typeof end === 'number');
  return ends.length === 0 ? null : Math.min(...ends);
}

function expire(memory: EgressMemory, nowMs: number): EgressMemory {
  const ban = memory.ban !== null && memory.ban.untilMs > nowMs ? memory.ban : null;
  const breakerOver = (memory.breaker?.openUntilMs ?? Number.POSITIVE_INFINITY) <= nowMs;
  return { ...memory, ban, breaker: breakerOver ? null : memory.breaker };
}

function registerMessages(desk: EgressDesk): void {
  const take = (memory: EgressMemory): void => {
    desk.memory = memory;
    desk.revision += 1;
  };
  setHandler(definitions.egressStateQuery, () => egressView(desk), { description: 'Ban and breaker' });
  setHandler(
    definitions.banReportedSignal,
    (ban) => {
      // Two workers may report the same ban: the later end counts, and an older report never shortens it.
      if (ban.untilMs > (desk.memory.ban?.untilMs ?? 0)) take({ ...desk.memory, ban, bans: desk.memory.bans + 1 });
    },
    { description: 'A 418 was answered: no call from this address until then' },
  );
  setHandler(definitions.breakerReportedSignal, (breaker) => take({ ...desk.memory, breaker }), {
    description: 'The breaker of a worker has opened or closed',
  });
  registerCommand({
    update: definitions.clearBanUpdate,
    signal: definitions.clearBanSignal,
    description: 'A human knows better: calls may leave again',
    refusal: (operator) => operatorRefusal(operator) ?? (desk.memory.ban === null ? 'there is no ban' : null),
    apply: () => {
      const cleared = desk.memory.ban === null ? {} : { clearedUntilMs: desk.memory.ban.untilMs };
      take({ ...desk.memory, ...cleared, ban: null, breaker: null });
    },
    view: () => egressView(desk),
    onRefusedSignal: () => undefined,
  });
}

function egressView({ input, memory }: EgressDesk): EgressView {
  return { egress: input.egress, ...memory, state: egressState(memory) };
}

function egressState(memory: EgressMemory): EgressView['state'] {
  if (memory.ban !== null) return 'banned';
  return memory.breaker?.phase === 'open' ? 'breaker-open' : 'open';
}

function show(desk: EgressDesk): void {
  const view = egressView(desk);
  setCurrentDetails(egressDetails(view));
  upsertSearchAttributes([
    { key: attributes.peerdeskState, value: view.state },
    { key: attributes.peerdeskNeedsHuman, value: view.state === 'banned' },
  ]);
}
