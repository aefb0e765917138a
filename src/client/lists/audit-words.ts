/** What an audit shows of one command, and whether it was refused, from the history alone. */
import type { WorkflowHandle } from '@temporalio/client';
import { z } from 'zod';
import { releaseRulesSchema, releaseText } from '../../domain/orders/release-rules.ts';
import * as definitions from '../../workflows/contract/definitions.ts';
import type { OrderView } from '../../workflows/contract/definitions.ts';
import { issuesText } from '../../domain/issue-text.ts';
import type { WorkflowIdParts } from '../../workflows/contract/workflow-ids.ts';
import { uncountedBriefly } from './uncounted-approval.ts';

export type HistoryEvent = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>[number];

export type Payloads = NonNullable<HistoryEvent['workflowExecutionSignaledEventAttributes']>['input'];

/** Returns when an event happened, in ms since the epoch: seconds are a Long in the protocol. */
export function momentOf({ eventTime }: HistoryEvent): number {
  return Number(eventTime?.seconds ?? 0) * 1_000 + Math.floor((eventTime?.nanos ?? 0) / 1_000_000);
}

export const textOf = (text: string | null | undefined): string => text ?? '';

/** Returns why updates were refused after a workflow had taken them, by the id of the update. */
export function failedUpdates(events: readonly HistoryEvent[]): ReadonlyMap<string, string> {
  return new Map(
    events.flatMap(({ workflowExecutionUpdateCompletedEventAttributes: completed }) => {
      const failure = completed?.outcome?.failure;
      return failure ? [[textOf(completed?.meta?.updateId), textOf(failure.message)] as const] : [];
    }),
  );
}

/** Returns what updates were answered with, by the id of the update. */
export function updateAnswers(events: readonly HistoryEvent[]): ReadonlyMap<string, Payloads> {
  return new Map(
    events.flatMap(({ workflowExecutionUpdateCompletedEventAttributes: completed }) => {
      const answer = completed?.outcome?.success;
      return answer ? [[textOf(completed?.meta?.updateId), answer] as const] : [];
    }),
  );
}

/** Of the answer to an approval, what says whether it counts; an order of another version may have answered otherwise. */
const judgedSchema = z.looseObject({
  settled: z.literal(true),
  waitingFor: z.looseObject({ code: z.string() }),
  approvals: z.array(z.looseObject({ by: z.string() })),
  checks: z.array(z.looseObject({ name: z.string() })),
  payments: z.array(z.looseObject({ backs: z.string().nullable() })),
});

/** Returns why an approval that its order took did not count when it was given, without payments; null: it did, or is not known. */
export function uncountedIn(what: string, arg: unknown, answer: unknown): string | null {
  const by = textAt(arg, 'by');
  if (what !== definitions.orderCommands.approveRelease.name || by === null) return null;
  if (!judgedSchema.safeParse(answer).success) return null;
  const why = uncountedBriefly(by, answer as OrderView);
  return why === null ? null : `it did not count: ${why}`;
}

type Commands = Readonly<Record<string, { name: string; schema: z.ZodType }>>;

const commandsOf: Partial<Record<WorkflowIdParts['kind'], Commands>> = {
  ad: definitions.adCommands,
  order: definitions.orderCommands,
  desk: definitions.deskCommands,
  guard: definitions.guardCommands,
  egress: definitions.egressCommands,
  place: definitions.placementCommands,
  publish: definitions.publicationCommands,
  change: definitions.adChangeCommands,
};

/** Returns why a workflow refuses a message for its form alone, or null. What only its state refuses, its page says. */
export function misformed(kind: WorkflowIdParts['kind'], { what, via }: Sent, arg: unknown): string | null {
  if (via === 'temporal') return null;
  const command = Object.values(commandsOf[kind] ?? {}).find(({ name }) => name === what);
  if (command === undefined) return `there is no command ${what} of such a workflow`;
  const read = command.schema.safeParse(arg);
  return read.success ? null : issuesText(read.error);
}

interface Sent {
  what: string;
  via: 'update' | 'signal' | 'temporal';
}

/** What is shown of a command: no payer, no proof, no signature. */
const shownFields = [
  'name',
  'thrown',
  'mode',
  'price',
  'outcome',
  'counterparty',
  'despite',
  'reason',
  'note',
] as const;

/** Returns what a command said, as far as an audit shows it. */
export function detailOf(what: string, arg: unknown): string {
  const rules = what in rulesIn ? rulesIn[what as keyof typeof rulesIn](arg) : null;
  const shown = shownFields.map((name) => [name, textAt(arg, name)] as const);
  const texts = shown.flatMap(([name, text]) => (text === null || text === '' ? [] : [`${name} ${text}`]));
  return [...(rules === null ? [] : [rules]), ...texts].join(', ');
}

/** Of what carries rules, the rules in words. */
const rulesIn = { setReleaseRules: releaseWords, setRules: pricingWords, started: startWords } as const;

/** Says of a start between which limits an ad is kept, what an order is placed for, and why. */
function startWords(arg: unknown): string | null {
  const limits = fieldsOf(fieldsOf(arg)['rules'])['limits'];
  const price = textAt(arg, 'matchPrice');
  const placed = [...['side', 'totalAmount', 'fiat'].map((name) => textAt(arg, name)), 'at', price].join(' ');
  const note = textAt(fieldsOf(arg)['startedBy'], 'note');
  const texts = [
    ...(price === null ? [] : [placed]),
    ...(limits === undefined ? [] : [`limits ${JSON.stringify(limits)}`]),
    ...(note === null ? [] : [`note ${note}`]),
  ];
  return texts.length === 0 ? null : texts.join(', ');
}

function releaseWords(arg: unknown): string | null {
  const { by: _by, note: _note, ...rules } = fieldsOf(arg);
  const read = releaseRulesSchema.safeParse(rules);
  return read.success ? releaseText(read.data) : null;
}

/** Of an ad only what was changed is sent. */
function pricingWords(arg: unknown): string | null {
  const { by: _by, note: _note, confirm: _confirm, ...part } = fieldsOf(arg);
  return Object.entries(part)
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    .join(', ');
}

const fieldsOf = (arg: unknown): Record<string, unknown> =>
  typeof arg === 'object' && arg !== null ? Object.fromEntries(Object.entries(arg)) : {};

/** Returns who says that he sent a message, or started a workflow; null: it names no one. */
export const senderIn = (arg: unknown): string | null => textAt(arg, 'by') ?? textAt(fieldsOf(arg)['startedBy'], 'by');

/** Returns a short field of a message as text, or null. */
function textAt(arg: unknown, name: string): string | null {
  const value = fieldsOf(arg)[name];
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : null;
}
