/** The part of the storm about processes that die, freeze or are told to stop in the middle of a release or a cancellation. */
import { runCancels } from './cancels.ts';
import { runDeaths, runFreezes } from './deaths.ts';
import { openDeathsWorld } from './deaths-world.ts';
import { runKills } from './kills.ts';

export interface DeathRounds {
  seed: number;
  deaths: number;
  /** Of processes that cancel a purchase. */
  cancels: number;
  kills: number;
  freezes: number;
}

/** Runs all of it on one register; returns what was wrong, empty: nothing. */
export async function runDeathPhase(
  { seed, deaths, cancels, kills, freezes }: DeathRounds,
  say: (line: string) => void,
): Promise<string[]> {
  const world = await openDeathsWorld();
  try {
    say(`seed ${seed}`);
    const faults = [
      ...(await runDeaths({ world, seed, rounds: deaths, say })),
      ...(await runCancels({ world, seed, rounds: cancels, say })),
      ...(await runKills({ world, seed, rounds: kills, say })),
      ...(await runFreezes({ world, seed, rounds: freezes, say })),
    ];
    const { releases, doubleReleases, repeatedAttempts } = world.simulator.ledger();
    say(
      `${deaths} deaths, ${cancels} cancellations, ${kills} kill switches, ${freezes} thaws: ${JSON.stringify({ releases, doubleReleases, repeatedAttempts })}`,
    );
    return faults;
  } finally {
    await world.close();
  }
}
