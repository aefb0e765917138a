const beatMs = 250;
const limitMs = 1_000;

interface StandstillOptions {
  /** `elapsed` never steps, but stands still with a machine that is suspended; `now` does not. */
  clock: { now(): number; elapsed(): number };
  /** Hears what this process may have missed; it never rejects. */
  catchUp: () => Promise<void>;
  /** Told how long it stood still, in ms. */
  onGap?: (ms: number) => void;
}

/** Says whether this process stood still and has not caught up since. */
interface Standstill {
  isBehind(): boolean;
  close(): void;
}

/**
 * Notices that this process stood still for a second or more: frozen (SIGSTOP), suspended with its machine, or busy. It
 * may have been told of a ban meanwhile and be about to send a call before it reads that; so from the first look at the
 * clocks after the gap it is behind, until it has caught up.
 */
export function watchStandstill({ clock, catchUp, onGap }: StandstillOptions): Standstill {
  const moment = () => ({ wallMs: clock.now(), elapsedMs: clock.elapsed() });
  let last = moment();
  /** How often it stood still: an answer to an earlier question tells nothing of the latest gap. */
  let gaps = 0;
  let caughtUp = 0;
  const look = (): void => {
    const now = moment();
    const gapMs = Math.max(now.wallMs - last.wallMs, now.elapsedMs - last.elapsedMs);
    last = now;
    if (gapMs <= limitMs) return;
    onGap?.(gapMs);
    gaps += 1;
    const gap = gaps;
    void catchUp().then(() => {
      look();
      caughtUp = Math.max(caughtUp, gap);
    });
  };
  const timer = setInterval(look, beatMs);
  timer.unref();
  return {
    isBehind: () => {
      look();
      return caughtUp < gaps;
    },
    close: () => clearInterval(timer),
  };
}
