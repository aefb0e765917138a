import { CommandRefusedError, type AdView } from '../../client/index.ts';
import { doubtText } from '../../words/refusal-words.ts';
import { weightOfRules } from '../../domain/guard/looser-pricing.ts';
import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { misuse } from '../kit/cli-failure.ts';
import { requireConsent } from '../session/consent.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { commandAd } from './ad-operate.ts';
import { setLine } from './ad-text.ts';
import { refuseMisformed, rulesChanged } from './rule-words.ts';
import { readOptions } from '../kit/option-values.ts';
import { adSetOptions } from '../options/ad-options.ts';

/**
 * `peerdesk ad set`: changes the rules that are named. A rule is sent whole, so the present ones are read first. It asks
 * before it loosens a money rule, as `config apply` does.
 */
export const adSet: CommandRun = async (call, context) => {
  const options = readOptions(adSetOptions, call);
  const [, ...words] = call.args;
  if (words.length === 0) throw misuse('nothing to change: write at least one rule, such as limits.ceiling=9.80');
  refuseMisformed(call, words);
  const operator = operatorOf(options, context.env);
  let before: PricingRules | null = null;
  const line = (view: AdView): string => setLine(view, before ?? view.rules);
  await commandAd({ call, context, options, line, states: ['rules'] }, async (control) => {
    const { rules, side } = await control.state();
    before = rules;
    const part = rulesChanged(call, { present: rules, words });
    const { loosens } = weightOfRules(rules, part, side);
    const what = `this loosens: ${loosens.join('; ')}`;
    if (loosens.length > 0) await requireConsent(context, { agreed: options.yes, what });
    const word = { ...part, ...operator };
    const confirmed = { ...word, confirm: true };
    if (options.yes) return await control.setRules(confirmed);
    return await control.setRules(word).catch(async (error: unknown) => {
      await requireConsent(context, { agreed: false, what: questionOf(error) });
      return control.setRules(confirmed);
    });
  });
  return undefined;
};

/** The workflow requires an explicit consent; here it is an option, or an answer at the terminal. Rethrows all else. */
function questionOf(error: unknown): string {
  const refusal = error instanceof CommandRefusedError ? error.refusal : null;
  if (refusal?.code !== 'far-limit' && refusal?.code !== 'price-outside-limits') throw error;
  return doubtText(refusal);
}
