import type { Logger } from 'pino';
import type { Gate } from '../../exchange/index.ts';

/**
 * Logs each ban and each opening of the breaker, and the end of either, until the returned function is called. A ban
 * that is over by time is said when the gate next changes.
 */
export function logGate(gate: Gate, logger: Pick<Logger, 'info' | 'warn'>): () => void {
  let { banUntilMs, breaker } = gate.state();
  return gate.subscribe((now) => {
    if (now.banUntilMs !== banUntilMs) {
      banUntilMs = now.banUntilMs;
      if (banUntilMs === null) logger.info({ event: 'ban' }, 'the ban of this address is over: calls leave again');
      else logger.warn({ event: 'ban' }, `this address is banned until ${isoText(banUntilMs)}: no call leaves`);
    }
    const { phase, openUntilMs } = now.breaker;
    if (phase === breaker.phase) return;
    breaker = now.breaker;
    if (phase === 'closed') logger.info({ event: 'breaker' }, 'the service answers again: calls leave');
    if (phase === 'open')
      logger.warn({ event: 'breaker' }, `the service fails: ordinary calls wait until ${isoText(openUntilMs ?? 0)}`);
  });
}

const isoText = (atMs: number): string => new Date(atMs).toISOString();
