import { listWorkflows, type ReleaseRules } from '../../client/index.ts';
import { oddRules } from '../../domain/orders/odd-rules.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { requireConsent } from '../session/consent.ts';
import { loosenedBy, type RulesInForce } from '../register/kept-rules.ts';
import type { TemporalSession } from '../session/temporal-session.ts';

interface RuleWish {
  rules: ReleaseRules;
  /** What holds now. */
  inForce: RulesInForce;
  agreed: boolean;
}

/**
 * Resolves when release rules are usual and as strict as the present ones, or meant: otherwise it asks, and rejects with
 * a refusal.
 */
export async function agreeToRules(
  context: CommandContext,
  session: TemporalSession,
  { rules, inForce, agreed }: RuleWish,
): Promise<void> {
  const odd = oddRules(rules, { isCurrency, traded: await tradedFiats(session) });
  if (odd.length > 0) await requireConsent(context, { agreed, what: odd.join('; ') });
  const loosens = loosenedBy(rules, inForce);
  if (loosens.length > 0) await requireConsent(context, { agreed, what: `this loosens: ${loosens.join('; ')}` });
}

const currencies = new Set(Intl.supportedValuesOf('currency'));
const isCurrency = (fiat: string): boolean => currencies.has(fiat);

async function tradedFiats({ client, account }: TemporalSession): Promise<string[]> {
  const ads = await listWorkflows(client, { type: 'adMaintenance', account, running: true });
  const fiats = ads.flatMap(({ pair }) => pair?.split('/')[1] ?? []);
  return [...new Set(fiats)].toSorted();
}
