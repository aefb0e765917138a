import type { Logger } from 'pino';
import { noticeMessage } from '../../activities/notices/notice-message.ts';
import type { ServedAccount } from '../../config/egress-config.ts';
import type { HealthProblem } from '../../domain/health/health.ts';
import type { NeedFact } from '../../domain/notices/need-fact.ts';
import type { Channel } from '../../domain/notices/reported-needs.ts';
import { deskWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { createReport } from '../log/logger.ts';
import { sendOnEachChannel } from '../notices/each-channel.ts';
import { couriersOf } from '../notices/run-notices.ts';

type UnservedFact = Extract<NeedFact, { code: 'unserved' }>;
type Ways = Parameters<typeof sendOnEachChannel>[0]['couriers'];

/** The ways of one account, or of several that have the same ones. */
interface Recipient {
  readonly account: string;
  readonly couriers: Ways;
}

interface DirectOptions {
  readonly recipients: () => readonly Recipient[];
  readonly clock: { now(): number };
  readonly logger: Logger;
  /** Aborts when the process stops: what it does not see from then on is no trouble. */
  readonly signal: AbortSignal;
}

/** A restart of the server, or of the last worker, is over by then. */
const afterMs = 60_000;
const everyMs = 5_000;
/** A way that failed is tried again this late. */
const againMs = 60_000;

/**
 * Notifies a person that the group is not served, once for each time, and again when it is: directly, because Temporal, which
 * has the notices carried, may be what is gone. Returns what takes each change.
 */
export function directNotices(options: DirectOptions): (problems: readonly HealthProblem[]) => void {
  const { clock, signal } = options;
  let trouble: Trouble | null = null;
  let known: UnservedFact | null = null;
  const look = (): void => {
    const nowMs = clock.now();
    if (known === null) {
      if (trouble?.isTold === true) new Telling(options, { fact: { code: 'served-again' }, sinceMs: nowMs }).begin();
      trouble?.telling?.end();
      trouble = null;
      return;
    }
    trouble ??= { sinceMs: nowMs, isTold: false, telling: null };
    if (trouble.isTold || nowMs - trouble.sinceMs < afterMs) return;
    trouble.isTold = true;
    trouble.telling = new Telling(options, { fact: known, sinceMs: trouble.sinceMs });
    trouble.telling.begin();
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  return (problems) => {
    known = unserved(problems);
    if (!signal.aborted) look();
  };
}

interface Trouble {
  readonly sinceMs: number;
  isTold: boolean;
  telling: Telling | null;
}

function unserved(problems: readonly HealthProblem[]): UnservedFact | null {
  for (const { code } of problems) if (!isTold(code)) return { code: 'unserved', problem: code };
  return null;
}

/** What Temporal has notified of: the desk of workflows that stand still, an order of a register that does not answer. */
function isTold(code: HealthProblem['code']): code is 'tasks-fail' | 'register-silent' {
  return code === 'tasks-fail' || code === 'register-silent';
}

interface Said {
  readonly fact: NeedFact;
  readonly sinceMs: number;
}

/** One message on each way; a way that fails is tried again until it arrives, or the message is out of date. */
class Telling {
  readonly #options: DirectOptions;
  readonly #said: Said;
  readonly #arrived = new Map<string, Set<Channel>>();
  #timer: NodeJS.Timeout | null = null;
  #tries = 0;

  constructor(options: DirectOptions, said: Said) {
    this.#options = options;
    this.#said = said;
  }

  begin(): void {
    void this.#tell();
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#tries = maxTries;
  }

  async #tell(): Promise<void> {
    this.#tries += 1;
    const failures = (await Promise.all(this.#options.recipients().map((one) => this.#tellOne(one)))).flat();
    if (failures.length === 0 || this.#tries >= maxTries || this.#options.signal.aborted) return;
    this.#timer = setTimeout(() => void this.#tell(), againMs);
    this.#timer.unref();
  }

  #tellOne({ account, couriers }: Recipient): Promise<string[]> {
    const { clock, logger } = this.#options;
    const { fact, sinceMs } = this.#said;
    const workflowId = deskWorkflowId(account);
    const key = `${workflowId}/${fact.code}`;
    const items = [
      { need: { key, workflowId, type: 'desk', fact, sinceMs, urgentAtMs: sinceMs }, stage: 'urgent' } as const,
    ];
    const told = this.#arrived.get(account) ?? new Set<Channel>();
    this.#arrived.set(account, told);
    const message = noticeMessage({ account, items, more: 0, atMs: clock.now() });
    return sendOnEachChannel({ couriers, report: createReport(logger) }, message, { told });
  }
}

const maxTries = 60;

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
