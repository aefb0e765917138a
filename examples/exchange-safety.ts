import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import {
  createGate,
  defaultExchangeSettings,
  ExchangeError,
  judgeMoneyFailure,
  type ExchangeClient,
  type Gate,
  type GateState,
  type OneTimeCodes,
} from 'peerdesk/exchange';

/** The ban and the breaker of one outgoing address, kept in a file: give it to every client behind that address. */
export function keptGate(file: string): Gate {
  const gate = createGate(defaultExchangeSettings);
  if (existsSync(file)) {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as GateState;
    if (kept.banUntilMs !== null) gate.setBan(kept.banUntilMs);
    gate.setBreaker(kept.breaker);
  }
  gate.subscribe((state) => {
    // Written beside it and moved: a crash in between leaves the old file whole.
    writeFileSync(`${file}.new`, JSON.stringify(state));
    renameSync(`${file}.new`, file);
  });
  return gate;
}

/** Releases an order, once. `unknown`: it may be released; read the order, and never just call this again. */
export async function release(
  client: ExchangeClient,
  codes: OneTimeCodes,
  orderNumber: string,
): Promise<'released' | 'refused' | 'unknown'> {
  const { code } = await codes.next();
  // A process that was frozen must not send late, and the service must not accept late.
  const fence = { sendBeforeMs: Date.now() + 10_000, recvWindowMs: 3_000 };
  try {
    const second = { authType: 'GOOGLE', googleVerifyCode: code, code } as const;
    await client.orders.releaseCoin({ orderNumber, ...second }, { fence });
    return 'released';
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    return judgeMoneyFailure(error).kind === 'rejected' ? 'refused' : 'unknown';
  }
}
