import type { DeskView, EgressView, GuardView, LeadProcess, LeadProcesses, WorkflowEnd } from '../../client/index.ts';
import { egressText, switchesText } from '../../words/account-words.ts';
import { businessText } from '../../words/business-words.ts';
import { engagedSwitches } from '../../domain/guard/guard-memory.ts';
import type { HealthProblem } from '../../domain/health/health.ts';
import { engagedText } from '../../words/switch-words.ts';
import { healthText } from '../../words/health-words.ts';
import type { BlockTarget } from '../../domain/orders/counterparty.ts';
import { isDead } from '../../workers/queues/take-over.ts';
import { endText } from '../session/workflow-end-text.ts';
import { fieldList, type Cell } from '../text/text-table.ts';
import { keptAdLines, type KeptAds } from './kept-ads-text.ts';
import { registerFields, type ShownRegister } from './register-fields.ts';
import { releaseText } from '../../domain/orders/release-rules.ts';
import { timeText } from '../text/time-zone.ts';

type Field = readonly [name: string, value: Cell];

/** What surrounds a desk; null where unknown. */
export interface DeskFacts {
  /** How its workflow ended; null while it runs. */
  end: WorkflowEnd | null;
  lookedAtMs: number | null;
  guard: GuardView | null;
  egress: EgressView | null;
  lead: LeadProcesses | null;
  /** What keeps the desk from being served. */
  problems: readonly HealthProblem[];
  ads: KeptAds | null;
  register: ShownRegister | null;
}

/** Formats a desk, with the switches of its account and the ban of its outgoing address. */
export function deskText(view: DeskView, around: DeskFacts): string {
  const { end, lookedAtMs, guard, egress, lead, problems, ads, register } = around;
  return fieldList([
    ['desk', `${view.account}, mode ${view.mode}`],
    ['state', stateText(view, end)],
    ...problems.map((problem): Field => ['needs you', healthText(problem)]),
    ...Object.values(view.troubles).map(({ text, sinceMs, urgent }): Field => [
      urgent ? 'needs you' : 'in trouble',
      `since ${timeText(sinceMs)}: ${text}`,
    ]),
    ...guardFields(guard),
    ...registerFields(register, guard),
    ['intake', intakeText(view, lookedAtMs)],
    ...(view.business === null ? [] : [['business', businessText(view.business, timeText)] as const]),
    ...orderFields(view),
    ...(ads === null ? [] : keptAdLines(ads)),
    ['adopted ads', view.adopted.length === 0 ? 'none' : view.adopted.join(', ')],
    ...view.leftAlone.map(({ adNumber, why }): Field => ['ad left as it is', `${adNumber}: ${why}`]),
    ...(egress === null ? [] : [['egress', `${egress.egress}: ${egressText(egress, timeText)}`] as const]),
    ...(lead === null ? [] : processFields(lead)),
  ]);
}

/** Returns the state of a desk, or how it ended. */
export function stateText(view: DeskView, end: WorkflowEnd | null): string {
  if (end === null) return view.needsHuman ? `${view.state} (needs you)` : view.state;
  return view.state === 'stopped' ? `stopped, ${endText(end)}` : `${endText(end)}: nothing is taken in`;
}

/** Returns one line with a desk's state after a command. */
export function deskLine(view: DeskView): string {
  return `desk of ${view.account}: ${view.state}, mode ${view.mode}`;
}

/** Returns one line with the engaged switches of an account. */
export function switchLine(view: GuardView): string {
  return `account ${view.account}: ${switchesText(view.switches, timeText)}`;
}

function guardFields(guard: GuardView | null): Field[] {
  if (guard === null) return [['guard', 'does not answer: nothing is released']];
  const release: Field = [
    'release',
    guard.rules === null ? 'no rules set: a human approves' : releaseText(guard.rules),
  ];
  const engaged = engagedSwitches(guard.switches);
  if (engaged.length === 0) return [release, ['kill switches', 'none engaged'], ...blockFields(guard)];
  const fields = engaged.map((one): Field => [
    'ENGAGED',
    `${engagedText(one, timeText)}; \`peerdesk desk open\` lifts it`,
  ]);
  return [release, ...fields, ...blockFields(guard)];
}

function blockFields({ blocked }: GuardView): Field[] {
  return blocked.map((entry): Field => {
    const why = entry.note === null ? '' : `: ${entry.note}`;
    return ['blocked', `${targetName(entry)} by ${entry.by} at ${timeText(entry.atMs)}${why}`];
  });
}

/** Returns whom an entry of the block list names: "user number s1a2b3c4", "nickname Ana". */
export function targetName(target: BlockTarget): string {
  return target.kind === 'number' ? `user number ${target.number}` : `nickname ${target.shown}`;
}

function intakeText({ report }: DeskView, lookedAtMs: number | null): string {
  if (report === null) return 'nothing reported yet';
  const { running, started, businessStatus, atMs } = report;
  const seen = timeText(Math.max(atMs, lookedAtMs ?? 0));
  return `${running} ${running === 1 ? 'order runs' : 'orders run'}, ${started} taken in, business ${businessStatus ?? 'unknown'}, looked at ${seen}`;
}

function orderFields({ report }: DeskView): Field[] {
  if (report === null) return [];
  const { unreadable, unreadableAds = [], uncarried, untold, waiting, late, cutAfter } = report;
  return [
    ...uncarried.map(({ orderNumber, why }): Field => ['not carried', `${orderNumber}: ${why}`]),
    ...unreadable.map(({ orderNumber, why }): Field => ['cannot be read', `${orderNumber}: ${why}`]),
    ...unreadableAds.map(({ adNumber, why }): Field => ['cannot be read', `ad ${adNumber}: ${why}`]),
    ...untold.map(({ orderNumber, why }): Field => ['not reached yet', `${orderNumber}: ${why}`]),
    ...(waiting === undefined ? [] : [['to be taken in', `${waiting} orders, as fast as they are read`] as const]),
    ...(late === undefined ? [] : [['beyond their time', lateText(late)] as const]),
    ...(cutAfter === null ? [] : [['list too long', `only the first ${cutAfter} orders are carried`] as const]),
  ];
}

function lateText({ count, orderNumbers }: NonNullable<NonNullable<DeskView['report']>['late']>): string {
  const more = count > orderNumbers.length ? `, and ${count - orderNumbers.length} more` : '';
  return `${orderNumbers.join(', ')}${more}: look at them in the app`;
}

/** Says which process calls the service, and which would take over. */
function processFields({ leads, standBy }: LeadProcesses): Field[] {
  const alive = standBy.filter(({ name }) => !isDead(name));
  return [
    ['leads', leads === null ? 'no process: nothing is called until one takes over' : leaderText(leads)],
    ...(alive.length === 0 ? [['stands by', 'no other process'] as const] : alive.map(standByField)),
  ];
}

/** Returns which process calls the service and how many would take over, without ages. */
export function leadText({ leads, standBy }: LeadProcesses): string {
  const others = standBy.filter(({ name }) => !isDead(name)).length;
  const leader = leads === null || isDead(leads.name) ? 'no process leads' : `${leads.name} leads`;
  return `${leader}, ${others} ${others === 1 ? 'stands' : 'stand'} by`;
}

function standByField(process: LeadProcess): Field {
  return ['stands by', heardText(process)];
}

function leaderText(leads: LeadProcess): string {
  if (!isDead(leads.name)) return `${heardText(leads)}: it makes all calls`;
  return `${leads.name} has died: another process takes over within ten seconds`;
}

function heardText({ name, heardMs }: LeadProcess): string {
  return heardMs === null ? `worker ${name}` : `worker ${name}, heard at ${timeText(heardMs)}`;
}
