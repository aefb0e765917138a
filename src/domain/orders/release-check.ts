/**
 * Who can supply a missing piece. 'service' and 'time': it may arrive without a message, so the desk polls. 'human' and
 * 'bank' send a message, 'switch' means lifting a kill switch: polling does not help.
 */
export type Bringer = 'human' | 'bank' | 'service' | 'switch' | 'time';

/** One line of the list that a human sees. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly text: string;
  readonly bringer: Bringer;
}

/** Builds a check whose text depends on its result. */
export function check(
  name: string,
  ok: boolean,
  { pass, fail, bringer }: { readonly pass: string; readonly fail: string; readonly bringer: Bringer },
): Check {
  return { name, ok, text: ok ? pass : fail, bringer };
}

/** Reports whether a missing piece may arrive without a message: only then is another look worth a call. */
export function needsPolling(checks: readonly Check[]): boolean {
  return checks.some(({ ok, bringer }) => !ok && (bringer === 'service' || bringer === 'time'));
}
