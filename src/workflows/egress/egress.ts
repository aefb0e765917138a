import { setHandler } from '@temporalio/workflow';
import { withBreakerReport } from '../../domain/failures/breaker-reports.ts';
import * as contract from '../contract/egress-contract.ts';
import type { EgressInput, EgressMemory } from '../contract/egress-contract.ts';
import { noRefusedMessages } from '../contract/message.ts';
import { accept, acceptFact, acceptUnknownSignals } from '../kit/command.ts';
import { keptThroughCancel, parseInput } from '../kit/input.ts';
import { beginNewRun, isNewRunDue } from '../kit/new-run.ts';
import { createRun, type Run } from '../kit/run.ts';
import { changeWithin } from '../kit/wait.ts';
import { answerBanNews } from './ban-news.ts';
import { egressPage, egressView } from './egress-presentation.ts';

const freshMemory: EgressMemory = { ban: null, breakers: [], bans: 0, news: 0, refused: noRefusedMessages };

/**
 * One outgoing address: it owns the deadline of an IP ban (418), which affects every account behind the address, and
 * the breaker of each account. Both must outlive every process. Workers read them at their start and report to it.
 */
export async function egress(rawInput: EgressInput): Promise<never> {
  const input = parseInput(contract.egressInputSchema, rawInput);
  const run = createRun<EgressMemory>({ ...freshMemory, ...input.memory }, egressPage(input.egress));
  registerMessages(run, input.egress);
  const waits = answerBanNews(run, input.egress);
  await keptThroughCancel(run, async () => {
    await keep(run);
    // Answers the workers that wait for news of a ban: a running handler would delay the new run.
    waits.end();
  });
  return beginNewRun<typeof egress>({ egress: input.egress, memory: run.memory });
}

/** Until the history is long: waits for a report, or for the end of the ban or of a breaker's open time. */
async function keep(run: Run<EgressMemory>): Promise<void> {
  while (!isNewRunDue()) {
    const { revision } = run;
    const untilMs = nextEndMs(run.memory);
    const ms = untilMs === null ? null : Math.max(1, untilMs - Date.now());
    const heard = await changeWithin(run, { revision, ms, summary: 'End of the ban or a breaker' });
    // The timer has fired, so its time has come, whatever the clock reads after a lost worker.
    if (!heard && untilMs !== null) run.change(expired(run.memory, Math.max(untilMs, Date.now())));
  }
}

function nextEndMs({ ban, breakers }: EgressMemory): number | null {
  const ends = [ban?.untilMs, ...breakers.map(({ breaker }) => breaker.openUntilMs)];
  const known = ends.filter((end) => typeof end === 'number');
  return known.length === 0 ? null : Math.min(...known);
}

function expired({ ban, breakers, news }: EgressMemory, nowMs: number): Partial<EgressMemory> {
  const isOver = ban !== null && ban.untilMs <= nowMs;
  return {
    ...(isOver ? { ban: null, news: news + 1 } : {}),
    breakers: breakers.filter(({ breaker }) => (breaker.openUntilMs ?? Number.POSITIVE_INFINITY) > nowMs),
  };
}

function registerMessages(run: Run<EgressMemory>, name: string): void {
  const answer = () => egressView(name, run.memory);
  setHandler(contract.egressStateQuery, answer, { description: 'Ban and breakers' });
  // First: messages from before the first task, as after a reset, run as their handlers are set, and a clearance of one
  // ban must not end a later one.
  accept(run, contract.egressCommands.clearBan, {
    refusal: () => (run.memory.ban === null ? { code: 'no-ban' } : null),
    apply: () => {
      const cleared = run.memory.ban === null ? {} : { clearedUntilMs: run.memory.ban.untilMs };
      run.change({ ...cleared, ban: null, breakers: [], news: run.memory.news + 1 });
    },
    answer,
  });
  acceptFact(run, contract.banReportedFact, (ban) => {
    const { ban: running, bans, news } = run.memory;
    // Two workers, or two calls that were under way, may report the same ban: the later end holds, and an older report
    // never shortens it.
    if (ban.untilMs <= (running?.untilMs ?? 0)) return;
    run.change({ ban, bans: running === null ? bans + 1 : bans, news: news + 1 });
  });
  acceptFact(run, contract.breakerReportedFact, (report) =>
    run.change({ breakers: withBreakerReport(run.memory.breakers, report) }),
  );
  acceptUnknownSignals(run);
}
