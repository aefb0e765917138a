import { RegisterSilent } from './register.ts';

/** The time that a worker has for one answer: much longer than a slow disk takes, and shorter than a money step's bound. */
export const defaultAnswerLimitMs = 2_000;

/** A register that is opened loads its program, or finds its server, first. */
export const leastOpenLimitMs = 10_000;

/** Returns the answer; rejects with RegisterSilent where it does not come in time. */
export async function within<Value>(limitMs: number, answer: Promise<Value>): Promise<Value> {
  const limit = Promise.withResolvers<never>();
  const reason = new RegisterSilent({ code: 'late', limitMs, operation: null });
  const timer = setTimeout(() => limit.reject(reason), limitMs);
  try {
    return await Promise.race([answer, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
