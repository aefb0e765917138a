export interface Bell {
  ring: () => void;
  /** Resolves at the next ring. */
  next: () => Promise<void>;
  /** Ends the rest of a gap. */
  close: () => void;
}

/**
 * Creates a bell that anyone writing to the account may ring: the first ring counts at once, all within the following
 * gap count together at its end. So a flood of chat messages costs one look per gap.
 */
export function createBell(gapMs: number): Bell {
  let waiting = Promise.withResolvers<void>();
  let gap: ReturnType<typeof setTimeout> | null = null;
  let isRungAgain = false;
  const wake = (): void => {
    waiting.resolve();
    waiting = Promise.withResolvers<void>();
    gap = setTimeout(() => {
      gap = null;
      if (!isRungAgain) return;
      isRungAgain = false;
      wake();
    }, gapMs);
    gap.unref();
  };
  return {
    ring: () => {
      if (gap === null) wake();
      else isRungAgain = true;
    },
    next: () => waiting.promise,
    close: () => {
      if (gap !== null) clearTimeout(gap);
    },
  };
}
