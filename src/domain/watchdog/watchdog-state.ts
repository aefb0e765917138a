/** What the watchdog of an account does. `lookedAtMs`: the mark of the last look, by the clock of the desk. */
export type WatchdogState =
  | { readonly kind: 'watching' }
  /** It concluded that no process looks, and must not or cannot call: it tries again. */
  | {
      readonly kind: 'prevented';
      readonly lookedAtMs: number;
      readonly why: string;
      readonly sinceMs: number;
      readonly banUntilMs: number | null;
    }
  /** The mark is set; the ads are being taken offline. `left`: those that were online at the last read. */
  | {
      readonly kind: 'acting';
      readonly lookedAtMs: number;
      readonly sinceMs: number;
      readonly taken: readonly string[];
      readonly left: readonly string[];
      readonly banUntilMs: number | null;
    }
  /** The ads are offline; it waits until a person opens the switch. */
  | { readonly kind: 'acted'; readonly lookedAtMs: number; readonly atMs: number; readonly taken: readonly string[] };
