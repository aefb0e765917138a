import { expect, it } from 'vitest';
import { observeRegister } from '../../../src/workers/metrics/observe-register.ts';
import { MetricRegistry } from '../../../src/workers/metrics/metric-registry.ts';
import { memoryRegister } from '../../register/memory-register.ts';

it('a scrape says whether the register answers: by its last call, nothing before the first, nothing after its end', async () => {
  const registry = new MetricRegistry();
  const shown = () => /^peerdesk_register_silent (\d)$/m.exec(registry.text())?.[1];
  const memory = memoryRegister();
  const register = observeRegister(registry, memory.register);
  expect(shown()).toBe(undefined);
  await register.identity();
  expect(shown()).toBe('0');
  memory.silent = true;
  await expect(register.identity()).rejects.toThrow('silent');
  expect(shown()).toBe('1');
  memory.silent = false;
  await register.identity();
  expect(shown()).toBe('0');
  await register.close();
  expect(shown()).toBe(undefined);
});
