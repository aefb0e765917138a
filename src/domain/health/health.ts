/**
 * Whether a group is served, judged in one place: pure. A worker, `doctor`, `desk show` and the watchdog go by it. What
 * counts is that the heartbeat of the process that leads is stored: a poll may be a minute old, and a server that answers
 * questions may have no room to store anything. A register that does not answer stops money alone.
 */

/** A workflow whose tasks fail. */
export interface FailingWorkflow {
  readonly workflowId: string;
  readonly runId: string;
  /** Such as NonDeterministicError. */
  readonly cause: string;
}

/** Those of a group. */
export interface FailingWorkflows {
  readonly count: number;
  /** How many run, with them. */
  readonly running: number;
  /** The first of them. */
  readonly listed: readonly FailingWorkflow[];
}

export const noneFailing: FailingWorkflows = { count: 0, running: 0, listed: [] };

/** A register that cannot be read or written. */
export interface RegisterSilence {
  /** In ms. */
  readonly lastedMs: number;
  /** As the register says it. */
  readonly why: string;
}

/** What is known at a moment. */
export interface HealthFacts {
  /** For how long the server has answered nothing, in ms. */
  readonly silentMs: number;
  /** Which process leads, as pid@host; null: none. */
  readonly leader: string | null;
  /** For how long no heartbeat of a process that leads was stored, in ms. */
  readonly quietMs: number;
  /** Null: not known. */
  readonly failing: FailingWorkflows | null;
  /** Null: it answers, or this process does not ask it. */
  readonly register: RegisterSilence | null;
}

export type HealthProblem =
  | { readonly code: 'temporal-silent' }
  /**
   * The lead is held, and its heartbeats are not stored: the server cannot store, or the process is frozen or gone. Without a
   * leader the server answers, and does not even know any more what it has stored.
   */
  | { readonly code: 'not-stored'; readonly leader: string | null }
  | { readonly code: 'no-lead' }
  | { readonly code: 'tasks-fail'; readonly failing: FailingWorkflows; readonly isWidespread: boolean }
  | { readonly code: 'register-silent'; readonly why: string };

type HealthCode = HealthProblem['code'];
export const healthCodes: readonly HealthCode[] = [
  'temporal-silent',
  'not-stored',
  'no-lead',
  'tasks-fail',
  'register-silent',
];

/** A server that was restarted answers within it. */
const silenceMs = 10_000;
/** A lead passes from a process that died to another one within ten seconds, on a busy machine a little later. */
const quietLimitMs = 20_000;
/** A lock that another process holds, or a restart of the database, is over by then. */
const registerSilenceMs = 10_000;

/** Returns what is wrong. A server that answers nothing says nothing of the other workflows. */
export function healthProblems({ silentMs, leader, quietMs, failing, register }: HealthFacts): HealthProblem[] {
  const silent = registerProblems(register);
  if (silentMs > silenceMs) return [{ code: 'temporal-silent' }, ...silent];
  return [
    ...(quietMs > quietLimitMs ? [quietProblem(leader)] : []),
    ...(failing === null || failing.count === 0
      ? []
      : [{ code: 'tasks-fail', failing, isWidespread: isWidespread(failing) } as const]),
    ...silent,
  ];
}

/** The same of the register alone. */
export function registerProblems(register: RegisterSilence | null): HealthProblem[] {
  if (register === null || register.lastedMs < registerSilenceMs) return [];
  return [{ code: 'register-silent', why: register.why }];
}

function quietProblem(leader: string | null): HealthProblem {
  return leader === null ? { code: 'no-lead' } : { code: 'not-stored', leader };
}

/** What nothing goes on without. */
const vital = /^(?:lead|guard|desk|egress):/;

/** One odd order takes no worker out of service; what all rests on does, and so does half of all that runs. */
function isWidespread({ count, running, listed }: FailingWorkflows): boolean {
  return 2 * count >= running || listed.some(({ workflowId }) => vital.test(workflowId));
}

/** Whether a process with these problems can serve: without a register it prices and reads on, and no restart makes it answer. */
export function isServing(problems: readonly HealthProblem[]): boolean {
  return problems.every(
    (problem) => problem.code === 'register-silent' || (problem.code === 'tasks-fail' && !problem.isWidespread),
  );
}

/** What is known of the heartbeats: kept from look to look, so that no two clocks are compared. */
interface LeadWatch {
  readonly leader: string | null;
  /** The last mark; null: none was seen. */
  readonly mark: string | null;
  /** When it has moved last, by a steady clock. */
  readonly movedMs: number;
}

/** Returns the watch before its first look. */
export const newLeadWatch = (elapsedMs: number): LeadWatch => ({ leader: null, mark: null, movedMs: elapsedMs });

/** One look at the lead: who has it, and when the server stored its last heartbeat, by the server's clock. */
export interface LeadSight {
  readonly elapsedMs: number;
  readonly leader: string | null;
  readonly heardMs: number | null;
}

/** Returns the watch after a look: a heartbeat that has come since shows by itself that it was stored. */
export function leadWatchOn(before: LeadWatch, { elapsedMs, leader, heardMs }: LeadSight): LeadWatch {
  if (leader === null) return { ...before, leader };
  const mark = `${leader} ${heardMs ?? ''}`;
  return { leader, mark, movedMs: mark === before.mark ? before.movedMs : elapsedMs };
}

/**
 * Returns whether one look alone says that the lead is in use: its last heartbeat is not older than a few of them, by a
 * clock that agrees with the server's. Otherwise a second look has to show one that came since.
 */
export function isFresh({ leader, heardMs }: Omit<LeadSight, 'elapsedMs'>, wallMs: number): boolean {
  return leader !== null && heardMs !== null && Math.abs(wallMs - heardMs) < freshMs;
}

const freshMs = 9_000;
