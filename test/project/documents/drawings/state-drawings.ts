/** docs/reference/state-machines.md: drawn by asking what moves each state, state by state and event by event (`npm run docs`). */
import {
  advanceStanding,
  runningAd,
  type AdStanding,
  type StandingEvent,
} from '../../../../src/domain/ads/state/ad-standing.ts';
import { isFinalAdState } from '../../../../src/domain/ads/state/ad-state.ts';
import { noteOrderRead } from '../../../../src/domain/orders/order-progress.ts';
import { OrderStatus } from '../../../../src/domain/orders/order-status.ts';
import { everyEvent } from '../../../domain/ads/state/every-event.ts';
import { formatted } from '../markdown.ts';
import { drawing, type Move } from './drawing.ts';
import { stepMoves } from './step-moves.ts';

export const drawingsFile = 'docs/reference/state-machines.md';

/** Every standing that events lead an ad to; a pause and its author count, times are those of the events. */
export function everyStanding(): AdStanding[] {
  const found = new Map([[JSON.stringify(runningAd), runningAd]]);
  for (const standing of found.values()) {
    for (const event of everyEvent) {
      const next = advanceStanding(standing, event);
      found.set(JSON.stringify(next), next);
    }
  }
  return [...found.values()];
}

const eventName = (event: StandingEvent): string => {
  if (event.type === 'offline') return `offline (${event.cause})`;
  return event.type === 'seen' ? `seen ${event.status}` : event.type;
};

/** The moves of ads between names of their standings, each once. */
export function adMoves(nameOf: (standing: AdStanding) => string): Move[] {
  const moves = everyStanding()
    .filter(({ state }) => !isFinalAdState(state))
    .flatMap((standing) =>
      everyEvent.map((event): Move => [nameOf(standing), nameOf(advanceStanding(standing, event)), eventName(event)]),
    );
  return unique(moves);
}

export const stateName = ({ state }: AdStanding): string =>
  state.kind === 'offline' ? `offline (${state.cause})` : state.kind;
export const phaseName = ({ off }: AdStanding): string => off.phase;

/** The moves of orders: from each status by a later read of each other one. */
export function orderMoves(): Move[] {
  const statuses = Object.values(OrderStatus);
  return statuses.flatMap((status) =>
    statuses.map((read): Move => [status, noteOrderRead({ status, since: 0 }, { status: read, atMs: 10 }).status, '']),
  );
}

function unique(moves: readonly Move[]): Move[] {
  return [...new Map(moves.map((move) => [move.join('\n'), move])).values()];
}

const introduction = `# State machines

Drawn from the code itself: \`npm run docs\` asks each function that moves a state, and for money steps the register, state by state and event by event,
and a test compares the page with them. An event that is not drawn between two states leaves the first one as it is.`;

const adWords = `## An ad

What an ad does (\`src/domain/ads/state/ad-state.ts\`). An ad that is off the market names what keeps it there.`;

const offWords = `## An ad and the market

How far the desk is with taking an ad off the market, or with putting it back (\`src/domain/ads/state/off-market.ts\`). It stands beside the state, as
one value with it (\`ad-standing.ts\`), so that a pair that means nothing does not compile. \`leaves\`: a call that takes it offline is about to leave.
\`left\`: the service took it. \`back\`: the service put it online. \`seen\`: a read of an ad that the desk keeps off.`;

const orderWords = `## An order

Where a later read leads (\`src/domain/orders/order-progress.ts\`); nothing else moves an order.`;

const stepWords = `## A money step

An attempt of a release, a placement, or any other [money step](../money-steps.md#one-call), as the register keeps it (\`src/domain/register/step-row.ts\`,
\`src/register/operations\`). Of what may have left, only reads say what became of it; where there is no number to read, a person may rule.`;

/** Returns the expected page. */
export async function drawingsPage(): Promise<string> {
  const parts = [
    introduction,
    adWords,
    drawing(stateName(runningAd), adMoves(stateName)),
    offWords,
    drawing(phaseName(runningAd), adMoves(phaseName)),
    orderWords,
    drawing(OrderStatus.AWAITING_PAYMENT, orderMoves()),
    stepWords,
    drawing('asked', await stepMoves()),
  ];
  return formatted(drawingsFile, `${parts.join('\n\n')}\n`);
}
