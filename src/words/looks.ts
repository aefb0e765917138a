/** Commands that a person may paste as they stand: they show something, explain a command, or stop something. */
import { engagedSwitches, type GuardMemory } from '../domain/guard/guard-memory.ts';
import { gateTask } from '../domain/notices/need-fact.ts';
import type { OrderWait } from '../domain/orders/order-wait.ts';
import type { CheckName } from '../domain/orders/release-check.ts';

type GuardSwitches = GuardMemory['switches'];

/**
 * Returns the command that shows what a workflow is about, by its id; null where only its page in the Web UI does. It reads,
 * whatever waits.
 */
export function lookCommand(workflowId: string, account: string): string | null {
  const [kind = '', , ...rest] = workflowId.split(':');
  const subject = rest.join(':');
  const look = typable.test(subject) ? looks.get(kind)?.(subject) : undefined;
  return look === undefined ? null : `npx peerdesk ${look} --account ${account}`;
}

/** What a shell takes as one word; anyone who reaches Temporal chooses ids. */
const typable = /^[\w.-]{0,64}$/;

const looks: ReadonlyMap<string, (subject: string) => string> = new Map([
  ['order', (number: string) => `order show ${number}`],
  ['place', (request: string) => `order show ${request} --placement`],
  ['ad', (number: string) => `ad show ${number}`],
  ['desk', () => 'desk show'],
  ['guard', () => 'desk show'],
  ['egress', () => 'desk show'],
]);

/** Returns the command that explains another one: it is typed by a person who has looked, with what it acts on. */
export function helpCommand(command: string): string {
  return `npx peerdesk ${command} --help`;
}

interface OrderFacts {
  readonly waitingFor: Pick<OrderWait, 'code'>;
  readonly side: 'BUY' | 'SELL' | null;
  readonly checks: readonly { readonly name: CheckName }[];
}

/** Returns the command of `peerdesk order` that an order most likely needs next; null: none. */
export function nextOrderCommand({ waitingFor, side, checks }: OrderFacts): string | null {
  switch (waitingFor.code) {
    case 'release-gate':
      return gateCommands[gateTask(checks.map(({ name }) => name))];
    case 'held':
      return 'order unhold';
    case 'our-payment':
      return 'order transferred';
    case 'needs-human':
    case 'confirming':
      return 'order record-outcome';
    case 'appeal':
      return 'order dossier';
    case 'awaiting-payment':
      return side === 'SELL' ? 'order hold' : null;
    default:
      return null;
  }
}

/** By the missing piece that a human or a bank reader can supply. */
const gateCommands = {
  'identity-check': 'order verify-kyc',
  approval: 'order approve-release',
  payment: 'order received',
  other: null,
} as const satisfies Record<ReturnType<typeof gateTask>, string | null>;

/** Returns what stops releases while nothing is switched off, and what explains the way back otherwise. */
export function switchCommands(switches: GuardSwitches | null, account: string): string[] {
  const isThrown = switches !== null && engagedSwitches(switches).length > 0;
  return isThrown ? [helpCommand('desk open')] : [`npx peerdesk desk kill releases --account ${account}`];
}
