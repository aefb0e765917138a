const beatMs = 250;
const usualLimitMs = 1_000;

interface StandstillOptions {
  /** `elapsed` never steps, but stands still with a suspended machine; `now` does not. */
  clock: { now(): number; elapsed(): number };
  /** A longer gap is a standstill; absent: a second. */
  limitMs?: number;
  /** Fetches what this process may have missed; it never rejects. */
  catchUp: () => Promise<void>;
  /** Called with the duration of a standstill, in ms. */
  onGap?: (ms: number) => void;
}

/** Reports whether this process stood still and has not caught up since. */
interface Standstill {
  isBehind(): boolean;
  close(): void;
}

/**
 * Detects that this process stood still for longer than the limit: frozen (SIGSTOP), suspended with its machine, or busy. It
 * may have missed a ban and be about to send a call; so from the first look at the clocks after the gap it is behind,
 * until it has caught up.
 */
export function watchStandstill({ clock, limitMs = usualLimitMs, catchUp, onGap }: StandstillOptions): Standstill {
  const moment = () => ({ wallMs: clock.now(), elapsedMs: clock.elapsed() });
  let last = moment();
  /** Counts standstills: an answer to an earlier question proves nothing about the latest gap. */
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
