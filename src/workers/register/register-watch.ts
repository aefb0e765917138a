import type { RegisterSilence } from '../../domain/health/health.ts';
import { registerOperations, RegisterSilent, type Register } from '../../register/register.ts';

/** A register, and whether it answers this process. */
interface WatchedRegister {
  readonly register: Register;
  /** Returns for how long it has been silent, and why; null: it answers, or nothing was asked of it lately. */
  readonly silence: () => RegisterSilence | null;
}

/** What was not asked again for so long is forgotten: it says nothing of now. An order asks again within a minute. */
const forgottenMs = 120_000;

interface Failure {
  readonly sinceMs: number;
  readonly lastMs: number;
  readonly why: string;
}

/**
 * Watches whether a register answers, by the last call of each operation: on a full disk reads succeed while nothing can be
 * written.
 */
export function watchRegister(register: Register, elapsedMs: () => number): WatchedRegister {
  const failures = new Map<string, Failure>();
  const operations: Readonly<Record<string, unknown>> = register;
  const call = async (name: string, arg: unknown): Promise<unknown> => {
    const operation = operations[name];
    if (typeof operation !== 'function') throw new TypeError(`the register has no operation ${name}`);
    try {
      const answer: unknown = await operation(arg);
      failures.delete(name);
      return answer;
    } catch (error) {
      if (!(error instanceof RegisterSilent)) failures.delete(name);
      else {
        const lastMs = elapsedMs();
        failures.set(name, { sinceMs: failures.get(name)?.sinceMs ?? lastMs, lastMs, why: error.message });
      }
      throw error;
    }
  };
  const calls = Object.keys(registerOperations).map((name) => [name, (arg?: unknown) => call(name, arg)] as const);
  return {
    // One entry for each operation: `Register` is the table of registerOperations seen from outside.
    register: { ...Object.fromEntries(calls), close: () => register.close() } as unknown as Register,
    silence: () => longest(failures, elapsedMs()),
  };
}

function longest(failures: Map<string, Failure>, nowMs: number): RegisterSilence | null {
  for (const [name, { lastMs }] of failures) if (nowMs - lastMs > forgottenMs) failures.delete(name);
  const known = [...failures.values()].toSorted((left, right) => left.sinceMs - right.sinceMs);
  const [first] = known;
  if (first === undefined) return null;
  // From the first failure to the last one, of any operation: a single one says nothing of the time after it.
  return { lastedMs: Math.max(...known.map(({ lastMs }) => lastMs)) - first.sinceMs, why: first.why };
}
