import { z } from 'zod';
import { CommandRefusedError } from '../../client/index.ts';
import type { AdView } from '../../client/index.ts';
import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';
import type { CommandRun } from '../command-spec.ts';
import { misuse, refusal } from '../cli-failure.ts';
import { flagValue, readOptions, sessionShape } from '../option-values.ts';
import { commandAd } from './ad-operate.ts';
import { setLine } from './ad-text.ts';
import { changedRules, limitShape, pricingShape } from './pricing-options.ts';

const ruleShape = { ...limitShape, ...pricingShape };
const schema = z.object({ ...sessionShape, ...ruleShape, yes: flagValue });

/** `peerdesk ad set`: changes what is given. Limits and filter travel whole, so the present ones are read first. */
export const adSet: CommandRun = async (call, context) => {
  const options = readOptions(schema, call);
  if (!Object.keys(ruleShape).some((name) => name in call.options)) {
    throw misuse('nothing to change: give at least one option, such as --ceiling 9.80');
  }
  let before: PricingRules | null = null;
  const line = (view: AdView): string => setLine(view, before ?? view.rules);
  await commandAd({ call, context, options, line }, async (control) => {
    const { rules } = await control.state();
    before = rules;
    const confirm = options.yes ? { confirm: true } : {};
    return await control.setRules({ ...changedRules(rules, options), ...confirm }).catch(explainQuestion);
  });
  return undefined;
};

/** The workflow asks for its own word of consent; here it is an option. */
function explainQuestion(error: unknown): never {
  if (!(error instanceof CommandRefusedError) || !error.message.includes('confirm: true')) throw error;
  throw refusal(`refused: ${error.message.replace('say so (confirm: true)', 'add --yes')}`);
}
