import { z } from 'zod';
import type { CommandRun } from '../command-spec.ts';
import { misuse } from '../cli-failure.ts';
import { flagValue, readOptions, sessionShape } from '../option-values.ts';
import { commandAd } from './ad-operate.ts';
import { changedRules, limitShape, pricingShape } from './pricing-options.ts';

const ruleShape = { ...limitShape, ...pricingShape };
const schema = z.object({ ...sessionShape, ...ruleShape, confirm: flagValue });

/** `peerdesk ad set`: changes what is given. Limits and filter travel whole, so the present ones are read first. */
export const adSet: CommandRun = async (call, context) => {
  const options = readOptions(schema, call);
  if (!Object.keys(ruleShape).some((name) => name in call.options)) {
    throw misuse('nothing to change: give at least one option, such as --ceiling 9.80');
  }
  await commandAd({ call, context, options }, async (control) => {
    const { rules } = await control.state();
    const confirm = options.confirm ? { confirm: true } : {};
    return await control.setRules({ ...changedRules(rules, options), ...confirm });
  });
  return undefined;
};
