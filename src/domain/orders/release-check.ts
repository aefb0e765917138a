/**
 * Who can bring a missing piece. 'service' and 'time': it may come by itself, so it is polled. 'human' and 'bank' send
 * a message, 'switch' is the opening of a kill switch: no polling brings them.
 */
export type Bringer = 'human' | 'bank' | 'service' | 'switch' | 'time';

/** One line of the list that a human sees. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly text: string;
  readonly bringer: Bringer;
}

/** Makes a check whose text depends on how it ended. */
export function check(
  name: string,
  ok: boolean,
  { pass, fail, bringer }: { readonly pass: string; readonly fail: string; readonly bringer: Bringer },
): Check {
  return { name, ok, text: ok ? pass : fail, bringer };
}

/** True when a piece is missing that may come without a message: only then looking again is worth a call. */
export function needsPolling(checks: readonly Check[]): boolean {
  return checks.some(({ ok, bringer }) => !ok && (bringer === 'service' || bringer === 'time'));
}
