import { CancellationScope, condition, setHandler } from '@temporalio/workflow';
import {
  awaitBanNewsUpdate,
  banNewsQuestionSchema,
  type BanNews,
  type EgressMemory,
} from '../contract/egress-contract.ts';
import { refuseMisformed } from '../kit/command.ts';
import { isNewRunDue } from '../kit/new-run.ts';
import type { Run } from '../kit/run.ts';
import { egressView } from './egress-presentation.ts';

/** The server allows ten updates under way: two stay free for commands. Waits of killed workers count, too. */
const maxWaits = 8;

/** One waiting worker; it is answered without news when its wait or the run ends. */
interface Wait {
  end: 'crowded' | 'run' | null;
}

/** The workers that wait for news of the ban. */
interface Waits {
  /** Answers all of them: the run is about to end. */
  end(): void;
}

/**
 * Pushes a ban and its end to the workers (I27): each waits in an update, which costs no history while it waits. Of too
 * many the longest waiting one is answered: a killed worker never takes its question back.
 */
export function answerBanNews(run: Run<EgressMemory>, egress: string): Waits {
  const waits = new Set<Wait>();
  setHandler(
    awaitBanNewsUpdate,
    async ({ known }): Promise<BanNews> => {
      const wait: Wait = { end: null };
      waits.add(wait);
      dismissOldest(waits);
      // Only the main loop ends a run, and only a change wakes it.
      if (isNewRunDue()) run.change({});
      // A workflow that was asked to cancel continues, and so do its waits.
      await CancellationScope.nonCancellable(() => condition(() => run.memory.news !== known || wait.end !== null));
      waits.delete(wait);
      return { view: egressView(egress, run.memory), atMs: Date.now(), isCrowded: wait.end === 'crowded' };
    },
    {
      description: 'For workers: answers when a ban begins or ends',
      validator: (question) => refuseMisformed(banNewsQuestionSchema, question),
    },
  );
  return {
    end: () => {
      for (const wait of waits) wait.end = 'run';
    },
  };
}

function dismissOldest(waits: Set<Wait>): void {
  const [oldest] = waits;
  if (waits.size <= maxWaits || oldest === undefined) return;
  oldest.end = 'crowded';
  waits.delete(oldest);
}
