/** Carries out the changes of a plan that are commands of an ad. */
import { adControl, startAd, type Operator } from '../../client/index.ts';
import type { Change } from '../../config/account-plan.ts';
import type { AccountPlan } from './file-plan.ts';

const kinds = ['start-ad', 'ad-rules', 'ad-mode', 'ad-status', 'stop-ad'] as const;
type AdChange = Extract<Change, { kind: (typeof kinds)[number] }>;

export const isAdChange = (change: Change): change is AdChange => kinds.some((kind) => kind === change.kind);

/** Carries it out. Rejects when its workflow refuses. `confirm`: limits far from the market are meant. */
export async function carryOutForAd(
  plan: AccountPlan,
  change: AdChange,
  { operator, confirm }: { operator: Operator; confirm: boolean },
): Promise<void> {
  const { client, account, timeoutMs } = plan.session;
  const ad = adControl(client, account, change.adNumber).within(timeoutMs);
  switch (change.kind) {
    case 'start-ad':
      return await start(plan, change, operator);
    case 'ad-rules':
      await ad.setRules({ ...change.part, ...operator, ...(confirm ? { confirm } : {}) });
      return;
    case 'ad-mode':
      await ad.changeMode(change.mode, operator);
      return;
    case 'ad-status':
      await (change.status === 'offline' ? ad.offline(byFile(operator)) : ad.online(operator));
      return;
    case 'stop-ad':
      await ad.stop(operator);
  }
}

/** One that is to be off the market receives that command before its start counts as done. */
async function start(
  { session, wish }: AccountPlan,
  { adNumber, mode, rules, status }: Extract<AdChange, { kind: 'start-ad' }>,
  operator: Operator,
): Promise<void> {
  const { client, account, timeoutMs } = session;
  const ad = await startAd(client, { account, adNumber, mode, rules, group: wish.egress, startedBy: operator });
  if (status === 'offline') await ad.within(timeoutMs).offline(byFile(operator));
}

const byFile = ({ note = 'the configuration file says so', ...operator }: Operator): Operator => ({
  ...operator,
  note,
});
