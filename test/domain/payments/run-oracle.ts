/** `npm run payments:oracle`: the matcher beside a second opinion, a million cases. PEERDESK_SEED draws others. */
import { judgeCases } from './payment-oracle.ts';

const cases = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.env['PEERDESK_SEED'] ?? 20_261_128);
const startMs = performance.now();
process.stdout.write(`${cases} cases, seed ${seed}\n`);
const matches = judgeCases(cases, seed);
const seconds = ((performance.now() - startMs) / 1_000).toFixed(0);
process.stdout.write(
  `no payment for two orders, none matched on a hint; ${matches} cases have a match; ${seconds} s\n`,
);
