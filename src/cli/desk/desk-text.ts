import type { BreakerReport, DeskView, EgressView, KillSwitch } from '../../client/index.ts';
import { fiatAmountsText } from '../../domain/orders/release-rules.ts';
import { timeText } from '../duration.ts';
import { fieldList } from '../text-table.ts';
import type { Cell } from '../text-table.ts';

type Field = readonly [name: string, value: Cell];

/** A desk as a person reads it, with the ban and the breaker of its outgoing address. */
export function deskText(view: DeskView, egress: EgressView | null): string {
  return fieldList([
    ['desk', `${view.account}, mode ${view.mode}`],
    ['state', view.state],
    ['release', releaseText(view)],
    ...switchFields(view),
    ['intake', intakeText(view)],
    ['adopted ads', view.adopted.length === 0 ? 'none' : view.adopted.join(', ')],
    ...(egress === null ? [] : [['egress', egressText(egress)] as const]),
    ...(view.lastProblem === null ? [] : [['last problem', view.lastProblem] as const]),
  ]);
}

/** The release rules of a desk in one line. */
export function releaseText(view: DeskView): string {
  const { policy, amountCap } = view.release;
  return `policy ${policy}${amountCap === null ? '' : `, never above ${fiatAmountsText(amountCap)}`}${counterpartyText(view)}`;
}

/** One line that says how a desk stands after a command. */
export function deskLine(view: DeskView): string {
  const thrown = thrownSwitches(view).map(([name]) => name);
  const switches = thrown.length === 0 ? 'all switches open' : `stopped by kill switch: ${thrown.join(', ')}`;
  return `desk of ${view.account}: ${view.state}, mode ${view.mode}, ${switches}`;
}

function thrownSwitches({ switches }: DeskView): [string, KillSwitch][] {
  return Object.entries(switches).filter((entry): entry is [string, KillSwitch] => entry[1] !== null);
}

function switchFields(view: DeskView): Field[] {
  const thrown = thrownSwitches(view);
  if (thrown.length === 0) return [['kill switches', 'all open']];
  return thrown.map(([name, { by, reason, atMs }]): Field => [
    `kill switch ${name}`,
    `thrown by ${by} at ${timeText(atMs)}: ${reason}; \`peerdesk desk open ${name}\` opens it`,
  ]);
}

function counterpartyText({ release }: DeskView): string {
  const { minCompletedOrders, minFinishRate, minRegisterDays } = release.counterparty;
  const rules = [
    minCompletedOrders === null ? null : `orders from ${minCompletedOrders}`,
    minFinishRate === null ? null : `finish rate from ${minFinishRate}`,
    minRegisterDays === null ? null : `registered ${minRegisterDays} days`,
  ].filter((rule) => rule !== null);
  return rules.length === 0 ? '' : `, counterparty: ${rules.join(', ')}`;
}

function intakeText({ report }: DeskView): string {
  if (report === null) return 'nothing reported yet';
  const { running, started, businessStatus, atMs } = report;
  return `${running} orders run, ${started} taken in, business ${businessStatus ?? 'unknown'}, at ${timeText(atMs)}`;
}

/** An outgoing address in one line: open, banned, or its breaker open. */
export function egressText({ egress, state, ban, breakers }: EgressView): string {
  if (state === 'banned' && ban !== null) return `${egress}: banned until ${timeText(ban.untilMs)}: ${ban.reason}`;
  if (state === 'breaker-open') return `${egress}: ${breakers.map(breakerText).join('; ')}`;
  return `${egress}: open`;
}

function breakerText({ account, breaker }: BreakerReport): string {
  return `breaker of ${account} ${breaker.phase} until ${timeText(breaker.openUntilMs ?? 0)}`;
}
