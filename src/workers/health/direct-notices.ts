import type { Logger } from 'pino';
import type { ServedAccount } from '../../config/egress-config.ts';
import type { HealthProblem } from '../../domain/health/health.ts';
import type { NeedFact } from '../../domain/notices/need-fact.ts';
import { sleep } from '../lead/stoppable.ts';
import { createReport } from '../log/logger.ts';
import { sendDirectly } from '../notices/direct-message.ts';
import type { Ways } from '../notices/each-channel.ts';
import { couriersOf } from '../notices/run-notices.ts';

type UnservedFact = Extract<NeedFact, { code: 'unserved' }>;

/** The ways of one account, or of several that have the same ones. */
interface Recipient {
  readonly account: string;
  readonly couriers: Ways['couriers'];
}

interface DirectOptions {
  readonly recipients: () => readonly Recipient[];
  readonly clock: { now(): number };
  readonly logger: Logger;
  /** Aborts when the process stops: what it does not see from then on is no trouble. */
  readonly signal: AbortSignal;
  /** How it waits; absent: as long as it says. */
  readonly pause?: typeof sleep;
}

/** A restart of the server, or of the last worker, is over by then. */
const afterMs = 60_000;
const everyMs = 5_000;

interface Trouble {
  readonly sinceMs: number;
  /** Whether a person is to hear of it by now. */
  isSaid: boolean;
}

/**
 * Notifies a person that the group is not served, once for each time, and again when it is: directly, because Temporal, which
 * has the notices carried, may be what is gone. Returns what takes each change.
 */
export function directNotices(options: DirectOptions): (problems: readonly HealthProblem[]) => void {
  const { clock, signal } = options;
  let trouble: Trouble | null = null;
  let known: UnservedFact | null = null;
  let last = new AbortController();
  /** A message takes the place of the one before it, which is out of date, arrived or not. */
  const say = (fact: NeedFact, sinceMs: number): void => {
    last.abort();
    last = tell(options, fact, sinceMs);
  };
  const look = (): void => {
    const nowMs = clock.now();
    if (known === null) {
      if (trouble?.isSaid === true) say({ code: 'served-again' }, nowMs);
      trouble = null;
      return;
    }
    trouble ??= { sinceMs: nowMs, isSaid: false };
    if (trouble.isSaid || nowMs - trouble.sinceMs < afterMs) return;
    trouble.isSaid = true;
    say(known, trouble.sinceMs);
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  return (problems) => {
    known = unserved(problems);
    if (!signal.aborted) look();
  };
}

/** Begins to notify each recipient. Returns what ends it. */
function tell(
  { recipients, clock, logger, signal, pause = sleep }: DirectOptions,
  fact: NeedFact,
  sinceMs: number,
): AbortController {
  const end = new AbortController();
  const over = AbortSignal.any([end.signal, signal]);
  const report = createReport(logger);
  for (const { account, couriers } of recipients())
    void sendDirectly({ couriers, report, clock, pause }, { account, type: 'desk', fact, sinceMs, told: [] }, { over });
  return end;
}

function unserved(problems: readonly HealthProblem[]): UnservedFact | null {
  for (const { code } of problems) if (!isTold(code)) return { code: 'unserved', problem: code };
  return null;
}

/** What Temporal has notified of: the desk of workflows that stand still, an order of a register that does not answer. */
function isTold(code: HealthProblem['code']): code is 'tasks-fail' | 'register-silent' {
  return code === 'tasks-fail' || code === 'register-silent';
}

/** Returns whom to notify for these accounts: those with the same ways get one message. */
export function recipientsOf(accounts: readonly Pick<ServedAccount, 'account' | 'notices'>[]): Recipient[] {
  const found = new Map<string, Recipient>();
  for (const { account, notices } of accounts) {
    if (notices === null) continue;
    const bot = notices.telegram === null ? null : [notices.telegram.address.token, ...notices.telegram.people];
    const ways = JSON.stringify([notices.url?.href ?? null, notices.command, bot, notices.push?.publicKey ?? null]);
    if (!found.has(ways)) found.set(ways, { account, couriers: couriersOf(notices) });
  }
  return [...found.values()];
}
