/** The short form of the storm's deaths: each is a process of its own, killed by the system. */
import { describe, expect, it } from 'vitest';
import { runDeathPhase } from './deaths/phase.ts';

describe('I1 to I5, design 6: a process that holds the register and sends', () => {
  it('dies, is frozen beside its successor, or is asked to stop: nothing twice, nothing free that was used', async () => {
    const lines: string[] = [];
    const faults = await runDeathPhase({ seed: 20_261_125, deaths: 10, cancels: 6, kills: 3, freezes: 2 }, (line) =>
      lines.push(line),
    );
    expect(faults, lines.join('\n')).toEqual([]);
    expect(lines.join('\n')).toMatch(/^3 kill switches, .* 0 left without being named$/m);
  });
});
