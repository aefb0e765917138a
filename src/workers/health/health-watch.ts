import type { Client } from '@temporalio/client';
import {
  healthProblems,
  isServing,
  leadWatchOn,
  newLeadWatch,
  type FailingWorkflows,
  type HealthProblem,
  type LeadSight,
  type RegisterSilence,
} from '../../domain/health/health.ts';

/** One look at the lead, without its moment. */
export type LeadSeen = Omit<LeadSight, 'elapsedMs'>;

/** How a process stands. */
export interface Health {
  readonly isServing: boolean;
  readonly problems: readonly HealthProblem[];
}

interface WatchOptions {
  /** Sends the Temporal server a cheap request; rejects when it does not answer. */
  ask: () => Promise<unknown>;
  /** True while every worker of the process polls. */
  isPolling: () => boolean;
  /** True for a permanent refusal: a missing namespace, a refused key. */
  isFinal: (error: unknown) => boolean;
  /** Called once with such a refusal, when it has lasted as long as a silence may. */
  onLost: (error: unknown) => void;
  /** Lists the workflows whose tasks fail; null: the server does not know. */
  failing: () => Promise<FailingWorkflows | null>;
  /** Whether the register is silent; absent: this process has none. */
  register?: () => RegisterSilence | null;
  /** Called with each change, and with the first verdict. */
  onHealth: (health: Health) => void;
  /** Milliseconds that only ever grow. */
  elapsedMs: () => number;
}

const intervalMs = 2_000;
const failingEveryMs = 15_000;
/** How long a permanent refusal may last. */
const silenceMs = 10_000;

/** Watches whether this process can serve. */
export interface HealthWatch {
  /** Takes a look at the lead. */
  sawLead(seen: LeadSeen): void;
  end(): void;
}

/**
 * Watches whether this process can serve: its workers poll, the server answers, the heartbeats of the process that leads are
 * stored, and workflows go on. A waiting poll looks the same with and without a server, so the server is asked.
 */
export function watchHealth(options: WatchOptions): HealthWatch {
  const { ask, isPolling, isFinal, onLost, onHealth, elapsedMs, register = () => null } = options;
  const failing = failingReader(options);
  let answeredMs = elapsedMs();
  let lead = newLeadWatch(elapsedMs());
  let said: string | null = null;
  let lost = false;
  const judge = (): void => {
    const nowMs = elapsedMs();
    const quietMs = nowMs - lead.movedMs;
    const facts = {
      silentMs: nowMs - answeredMs,
      leader: lead.leader,
      quietMs,
      failing: failing.known(),
      register: register(),
    };
    const problems = healthProblems(facts);
    const health = { isServing: isPolling() && isServing(problems), problems };
    const words = JSON.stringify([health.isServing, ...problems.map(({ code }) => code), failing.known()?.count ?? 0]);
    if (words === said) return;
    said = words;
    onHealth(health);
  };
  const look = (): void => {
    ask().then(
      () => {
        answeredMs = elapsedMs();
        failing.look();
        judge();
      },
      (error: unknown) => {
        judge();
        if (lost || elapsedMs() - answeredMs <= silenceMs || !isFinal(error)) return;
        lost = true;
        onLost(error);
      },
    );
    judge();
  };
  look();
  const timer = setInterval(look, intervalMs);
  timer.unref();
  return {
    sawLead: (seen) => {
      lead = leadWatchOn(lead, { ...seen, elapsedMs: elapsedMs() });
    },
    end: () => clearInterval(timer),
  };
}

/** What was listed last stands until the next list: one that does not come says nothing. */
function failingReader({ failing, elapsedMs }: WatchOptions) {
  let known: FailingWorkflows | null = null;
  let askedMs = Number.NEGATIVE_INFINITY;
  return {
    known: () => known,
    look: () => {
      if (elapsedMs() - askedMs < failingEveryMs) return;
      askedMs = elapsedMs();
      failing().then(
        (found) => void (known = found),
        () => undefined,
      );
    },
  };
}

/** A server that takes a question and then says nothing must not hold up the verdict on its health. */
const answerLimitMs = 3_000;

/** Returns what names the memory of a server: minted with the namespace, another one after its database was lost. */
export async function namespaceId(client: Client): Promise<string | undefined> {
  const { namespaceInfo } = await describeNamespace(client);
  const id = namespaceInfo?.id ?? '';
  return id === '' ? undefined : id;
}

/** Asks for the namespace of a client. Rejects when it is missing or refused, or when no answer comes in `limitMs`. */
export function describeNamespace(client: Client, limitMs = answerLimitMs) {
  const { namespace } = client.options;
  return client.withDeadline(Date.now() + limitMs, () => client.workflowService.describeNamespace({ namespace }));
}
