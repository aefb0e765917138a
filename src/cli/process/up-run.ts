import { resolve } from 'node:path';
import type { CommandRun } from '../kit/command-spec.ts';
import type { ExitCode } from '../kit/exit-code.ts';
import type { UpOptions } from '../up/up-options.ts';
import { logLevelOf } from './process-log.ts';
import { readOptions, type OptionsOf } from '../kit/option-values.ts';
import { upOptions } from '../options/up-options.ts';

/** `peerdesk up`: the demo. */
export const up: CommandRun = async (call, context) => {
  const given = readOptions(upOptions, call);
  const options = { ...upOptionsOf(given), logLevel: logLevelOf(given, context.env) };
  const { runUp } = await import('../up/run-up.ts');
  return (await runUp(options)) as ExitCode;
};

function upOptionsOf(given: OptionsOf<typeof upOptions>): Omit<UpOptions, 'logLevel'> {
  const { speed, seed, ordersPerMinute, faults, fresh, json } = given;
  return {
    forMs: given.for ?? null,
    marketFile: given.market === undefined ? null : resolve(given.market),
    pair: given.pair ?? null,
    priceScale: given.scale ?? null,
    port: given.port ?? null,
    uiPort: given.uiPort ?? null,
    speed,
    seed,
    ordersPerMinute,
    faults,
    fresh,
    json,
  };
}
