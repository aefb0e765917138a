import type { AdFacts, AttemptReport, ExchangeClient } from '../../exchange/index.ts';
import type { AccountConfig } from '../../config/egress-config.ts';
import { describeExchangeFailure } from '../session/exchange-failure.ts';
import type { Finding } from './check.ts';

/** What the checks of one account look at, and what the earlier ones have seen. */
export interface ServiceWorld {
  account: AccountConfig;
  exchange: ExchangeClient;
  /** Asks for the proof that the service is a simulator. */
  prove: () => Promise<boolean>;
  seen: { ad: AdFacts | null; orderNumber: string | null };
}

/** Collects the step of authentication of the last attempt, for a call's options. */
export function stepOf(): { step: () => string; onAttempt: (attempt: AttemptReport) => void } {
  let last = '';
  return { step: () => last, onAttempt: ({ step }) => void (last = step) };
}

/** Returns the finding of a refused call; its line holds the remedy. Throws what is no refusal of the service. */
export function refused(error: unknown, verdict: 'broken' | 'warning' = 'broken'): Finding {
  if (!(error instanceof Error)) throw error;
  const { line, data } = describeExchangeFailure(error);
  const advice = typeof data?.['advice'] === 'string' ? data['advice'] : '';
  return { verdict, text: line.replace(advice, '').trim(), ...(advice === '' ? {} : { remedy: advice }) };
}
