/** What moves an ad: where it stands, on the market or off it, changes by events alone. */
import { advanceStanding, type StandingEvent } from '../../domain/ads/state/ad-standing.ts';
import type { RuledWhy, TakeOffReason } from '../../domain/ads/state/offline-state.ts';
import type { AdMemory } from '../contract/ad-contract.ts';
import type { Run } from '../kit/run.ts';

/** Moves where one ad stands, and changes nothing else of it. */
export interface StandingMoves {
  move(event: StandingEvent): void;
  /** Pauses an ad that something about is odd, as its rules say: at its price, or off the market. */
  pauseItself(reason: TakeOffReason): void;
  /**
   * The kill switch of the ads is engaged: lifting it brings nothing back, only a person's word to the ad does. `why`: what
   * who engaged it says of it.
   */
  leaveForSwitch(switched: { by?: string; why?: string }): void;
  /** Its hours are over: a call that brings it back may have left, so a read confirms again that it is offline. */
  leaveForHours(): void;
  /** Its stock or its caps take the ad off the market: it comes back by itself once they allow it (ads#the-quantity, ads#payment-caps). */
  leaveByRules(why: RuledWhy): void;
  /** No one has asked for the return, so the ad is priced first; outside its hours it waits for them. */
  comeBack(): void;
}

/** Returns what an event makes of an ad. */
export const movedBy = ({ standing }: AdMemory, event: StandingEvent): Pick<AdMemory, 'standing'> => ({
  standing: advanceStanding(standing, event),
});

/** Creates what moves an ad, over what its run remembers. */
export function createStandingMoves(run: Run<AdMemory>): StandingMoves {
  const move = (event: StandingEvent): void => run.remember(movedBy(run.memory, event));
  return {
    move,
    pauseItself: (reason) => {
      const atMs = Date.now();
      const by = 'peerdesk';
      if (run.memory.rules.whenPaused === 'keep') return move({ type: 'pause', by, atMs });
      move({ type: 'take-off', by, reason, urgent: false, pauses: true, atMs });
    },
    leaveForSwitch: ({ by = 'kill switch ads', why }) => {
      const reason = { code: 'switch', text: why ?? null } as const;
      move({ type: 'take-off', by, reason, urgent: false, pauses: false, atMs: Date.now() });
    },
    leaveForHours: () => move({ type: 'outside-hours', atMs: Date.now() }),
    leaveByRules: (why) => move({ type: 'offline', ...why, atMs: Date.now() }),
    comeBack: () => move({ type: 'restocked', atMs: Date.now() }),
  };
}
