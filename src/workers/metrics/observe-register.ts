import { registerOperations, RegisterSilent, type Register } from '../../register/register.ts';
import type { MetricRegistry } from './metric-registry.ts';

/**
 * Returns the register, of which a registry says whether it answers: the last call counts, and before the first one nothing
 * is said. The process that leads asks it every few seconds.
 */
export function observeRegister(registry: Pick<MetricRegistry, 'collect'>, register: Register): Register {
  let isSilent: boolean | null = null;
  const stop = registry.collect((set) => {
    if (isSilent !== null) set('registerSilent', {}, isSilent ? 1 : 0);
  });
  const operations: Readonly<Record<string, unknown>> = register;
  const call = async (name: string, arg: unknown): Promise<unknown> => {
    const operation = operations[name];
    if (typeof operation !== 'function') throw new TypeError(`the register has no operation ${name}`);
    try {
      const answer: unknown = await operation(arg);
      isSilent = false;
      return answer;
    } catch (error) {
      isSilent = error instanceof RegisterSilent;
      throw error;
    }
  };
  const calls = Object.keys(registerOperations).map((name) => [name, (arg?: unknown) => call(name, arg)] as const);
  const close = async (): Promise<void> => {
    stop();
    await register.close();
  };
  // One entry for each operation: `Register` is the table of registerOperations seen from outside.
  return { ...Object.fromEntries(calls), close } as unknown as Register;
}
