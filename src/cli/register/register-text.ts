/** A register in words. */
import type { Restriction } from '../../domain/guard/restriction.ts';
import { switchNames, thrownSchema } from '../../domain/guard/guard-memory.ts';
import { releaseRulesSchema, releaseText } from '../../domain/orders/release-rules.ts';
import type { StepRow } from '../../domain/register/step-row.ts';
import type { RegisterIdentity } from '../../register/operations/accounts.ts';
import type { AccountSummary, RegisterSummary } from '../../register/operations/summary.ts';
import { blockEntrySchema } from '../../domain/guard/block-list.ts';
import { blockText } from '../../domain/orders/counterparty.ts';
import { engagedText } from '../../words/switch-words.ts';
import { otherTemporalText } from '../../words/register-words.ts';
import { fieldList, type Cell } from '../text/text-table.ts';
import { timeText } from '../text/time-zone.ts';

export type Field = readonly [name: string, value: Cell];

/** What `peerdesk register show` shows. */
export interface ShownRegister extends RegisterSummary {
  readonly place: string;
  readonly identity: RegisterIdentity;
  readonly schema: number;
  /** The first entry of the journal that does not follow the one before; null: it is whole. */
  readonly brokenEntry: number | null;
}

const origins: Readonly<Record<string, string>> = {
  created: 'made by a person',
  restored: 'put back from a backup',
  recovered: 'rebuilt from service and workflows',
  simulator: 'made by the worker of a simulator',
};

/** Formats a register, an account after the other. */
export function registerText(shown: ShownRegister): string {
  const { place, identity, schema, journalEntries, brokenEntry, accounts } = shown;
  const { generation, how, createdAtMs } = identity;
  const chain = brokenEntry === null ? 'its chain is whole' : `BROKEN at entry ${brokenEntry}: it was changed by hand`;
  return [
    fieldList([
      ['register', place],
      ['generation', `${generation}, ${origins[how] ?? how} at ${timeText(createdAtMs)}`],
      ['schema', schema],
      ['journal', `${journalEntries} entries, ${chain}`],
    ]),
    ...accounts.map((account) => fieldList(accountFields(account))),
  ].join('\n\n');
}

/** Returns what a register has of an account, a field each. */
function accountFields(account: AccountSummary): Field[] {
  const { term, leader, released, payments, entries, holds, open } = account;
  return [
    ['account', account.account],
    ['lead', leader === null ? 'no process has led yet' : `term ${term}, by ${leader}`],
    ['released in 24 hours', sumsText(released)],
    ['payments used', payments],
    ...(entries.length === 0 ? [['restrictions', 'none'] as const] : entries.map(restrictionField)),
    ...holds.map(({ orderNumber, by, note }): Field => [
      'held',
      `${orderNumber} by ${by}${note === '' ? '' : `: ${note}`}`,
    ]),
    ...open.map((row): Field => ['may have left', openText(row)]),
    ...stoppedFields(account),
  ];
}

/** Returns what stops the money of an account, or part of it, until a person has said something; a field each. */
export function stoppedFields(account: AccountSummary): Field[] {
  const older = olderCopyText(account);
  return [
    ...(older === null ? [] : [['OLDER COPY', older] as const]),
    ...(account.isOtherTemporal ? [['NEW TEMPORAL', otherTemporalText(account.account)] as const] : []),
    ...(account.isUncompared ? [['NOT COMPARED', uncomparedText(account.account)] as const] : []),
    ...account.unexplained.map(({ orderNumber, stops }): Field => [
      'unknown release',
      `${orderNumber}: ${stops ? 'no money moves until' : 'not by this desk: look at it in the app, then'} \`peerdesk register explain ${account.account}\``,
    ]),
  ];
}

function uncomparedText(account: string): string {
  return `its releases, since the register was put back: no other account releases on an attached payment until its worker has compared them, or, where none serves it any more, \`peerdesk register explain ${account}\``;
}

/** Returns that the guard has permitted a call that this register does not have, and what to do; null: it has not. */
export function olderCopyText({ account, unknownNumber }: AccountSummary): string | null {
  if (unknownNumber === null) return null;
  return `the guard has permitted call ${unknownNumber}, which this register does not have: another copy of it was used meanwhile, and no money moves: \`peerdesk register explain ${account} --older-copy\``;
}

/** Returns sums by currency: "500 BOB, 7 USD". */
export function sumsText(sums: Readonly<Record<string, string>>): string {
  const texts = Object.entries(sums).map(([fiat, sum]) => `${sum} ${fiat}`);
  return texts.length === 0 ? 'nothing' : texts.join(', ');
}

/** Returns a step that may have left: "release 123 since …, shows by …". */
export function openText({ step, subject, armedAtMs, untilMs }: StepRow): string {
  const since = armedAtMs === null ? '' : ` since ${timeText(armedAtMs)}`;
  return `${step} ${subject}${since}${untilMs === null ? '' : `, shows by ${timeText(untilMs)} or never will`}`;
}

/** Returns a restriction: who engaged a switch, the rules, or who is blocked. */
export function restrictionField({ kind, key, value }: Restriction): Field {
  const parsed: unknown = JSON.parse(value);
  if (kind === 'switch') {
    const name = switchNames.find((one) => one === key) ?? 'all';
    return ['ENGAGED', engagedText({ name, ...thrownSchema.parse(parsed) }, timeText)];
  }
  if (kind === 'rules') return ['release', releaseText(releaseRulesSchema.parse(parsed))];
  return ['blocked', blockText(blockEntrySchema.parse(parsed))];
}
