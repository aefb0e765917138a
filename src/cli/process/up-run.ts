import { resolve } from 'node:path';
import { z } from 'zod';
import type { CommandRun } from '../kit/command-spec.ts';
import type { ExitCode } from '../kit/exit-code.ts';
import {
  countValue,
  durationValue,
  faultsValue,
  flagValue,
  pairValue,
  portValue,
  priceScaleValue,
  readOptions,
  speedValue,
  textValue,
} from '../kit/option-values.ts';
import type { UpOptions } from '../up/up-options.ts';
import { logLevelOf, logLevelShape } from './process-log.ts';

const schema = z.object({
  for: durationValue.optional(),
  market: textValue.optional(),
  pair: pairValue.optional(),
  scale: priceScaleValue.optional(),
  speed: speedValue.default(60),
  seed: countValue.default(1),
  ordersPerMinute: speedValue.default(6),
  faults: faultsValue.default('mild'),
  port: portValue.optional(),
  uiPort: portValue.optional(),
  fresh: flagValue,
  ...logLevelShape,
  json: flagValue,
});

/** `peerdesk up`: the demo. */
export const up: CommandRun = async (call, context) => {
  const given = readOptions(schema, call);
  const options = { ...upOptionsOf(given), logLevel: logLevelOf(given, context.env) };
  const { runUp } = await import('../up/run-up.ts');
  return (await runUp(options)) as ExitCode;
};

function upOptionsOf(given: z.output<typeof schema>): Omit<UpOptions, 'logLevel'> {
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
