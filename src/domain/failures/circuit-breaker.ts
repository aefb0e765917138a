import { defaultExchangeSettings, type ExchangeSettings } from '../exchange-settings.ts';

/** Plain JSON. `openUntilMs`: end of the pause while open; end of the wait for the probe's answer while half-open. */
export interface BreakerState {
  readonly phase: 'closed' | 'open' | 'half-open';
  /** Failures in a row. */
  readonly failures: number;
  readonly openUntilMs: number | null;
}

type BreakerSettings = Pick<ExchangeSettings, 'breakerFailureThreshold' | 'breakerOpenMs'>;

export const closedBreaker: BreakerState = { phase: 'closed', failures: 0, openUntilMs: null };

/**
 * Decides whether a call may go. After the pause exactly one call, the probe, may; if its end is never reported,
 * another may after `breakerOpenMs`. Interface 7.4.
 */
export function beforeCall(
  state: BreakerState,
  nowMs: number,
  settings: Pick<BreakerSettings, 'breakerOpenMs'> = defaultExchangeSettings,
): { readonly allowed: boolean; readonly state: BreakerState } {
  if (state.phase === 'closed') return { allowed: true, state };
  const restMs = (state.openUntilMs ?? nowMs) - nowMs;
  // More than two pauses left: the clock was set back, and the pause must not last until it catches up.
  if (restMs > 0 && restMs <= 2 * settings.breakerOpenMs) return { allowed: false, state };
  return { allowed: true, state: { ...state, phase: 'half-open', openUntilMs: nowMs + settings.breakerOpenMs } };
}

/** Records a success. A late success from before the pause does not end the pause. */
export function afterSuccess(state: BreakerState): BreakerState {
  return state.phase === 'open' ? state : closedBreaker;
}

/** Records a call whose outcome proves nothing. If it was the probe, the next call becomes the probe. */
export function afterUnclear(state: BreakerState, nowMs: number): BreakerState {
  return state.phase === 'half-open' ? { ...state, phase: 'open', openUntilMs: nowMs } : state;
}

/** Records a failure. Opens at the threshold of consecutive failures, or when the probe failed. */
export function afterFailure(state: BreakerState, nowMs: number, settings: BreakerSettings): BreakerState {
  if (state.phase === 'open') return state;
  const failures = state.failures + 1;
  if (state.phase === 'closed' && failures < settings.breakerFailureThreshold) return { ...state, failures };
  return { phase: 'open', failures, openUntilMs: nowMs + settings.breakerOpenMs };
}
