/** Temporal is emptied under a busy desk, and `peerdesk recover` carries everything again. */
import { z } from 'zod';
import { guardControl } from '../../../src/client/index.ts';
import { until } from '../storm/storm-world.ts';
import { actInApp, attach, eachOf, leaveUnanswered, openBusyDesk, placeBusy, type BusyOrders } from './busy-desk.ts';
import type { DeskDay } from './desk-day.ts';
import { must } from './keepers.ts';
import type { WorkerPlace } from './losses-world.ts';
import { movesAgain, secondsOf, watchedMs, type Told } from './moves-again.ts';
import { explain } from './operator.ts';
import { account } from './own-service.ts';
import { kill } from './workers.ts';

/** The day before the loss is made quickly; what is measured has the budget and the looks of the product. */
const quick: WorkerPlace = { settings: { accountRequestsPerSecond: 25 } };
const usual: WorkerPlace = { settings: { orderPollIntervalMs: 3_000 } };
const limitSeconds = 120;
const blocked = 's9b1';

const recoveredSchema = z.object({
  accounts: z.tuple([
    z.object({
      carried: z.number(),
      missing: z.array(z.string()),
      held: z.array(z.string()),
      mayHaveLeft: z.array(z.string()),
      unknownReleases: z.array(z.string()),
      waiting: z.record(z.string(), z.number()),
    }),
  ]),
});

/** How many orders are open: each state has its part of them, and one is a placement. */
export async function busy(day: DeskDay, count: number): Promise<Told> {
  const { world } = day;
  const first = await world.start(quick);
  const used = [await day.sellNew(), await day.sellNew()];
  await day.untilOver(...used);
  await must(world.peerdesk, 'person', 'block', blocked, '--by', 'ana', '--timeout', '20s');
  await must(world.peerdesk, 'desk', 'kill', 'repricing', '--by', 'ana', '--timeout', '20s');
  const orders = await openBusyDesk(day, count);
  await leaveUnanswered(day, orders);
  const before = await restrictionsOf(day);
  await kill(first);
  await world.temporal.lose();
  actInApp(day, orders);
  world.simulator.setFaults([]);
  forbid(day, orders);
  await world.start(usual);
  const { seconds, recovered, requests } = await recoverBusy(day);
  await holdsAsBefore(day, { orders, before }, recovered);
  await explain(
    world,
    orders['released-away'].map(({ orderNumber }) => orderNumber),
  );
  await placeBusy(day);
  const good = [...orders.gate, ...orders.unheld];
  for (const sale of good) day.good.add(sale);
  await eachOf(orders.held, (sale) => attach(day, sale));
  await day.untilAllowed(...good);
  await movesAgain(day, [...used, ...orders['lost-release'].slice(0, 3)]);
  await settled(day);
  const { carried } = recovered;
  return { orders: count, seconds, carried, requestsAnOrder: Math.round((10 * requests) / carried) / 10 };
}

/** What the ledger must not show released in the end. */
function forbid(day: DeskDay, { approved, held, appeal }: BusyOrders): void {
  for (const { orderNumber } of held) day.forbidden.set(orderNumber, 'held');
  for (const { orderNumber } of appeal) day.forbidden.set(orderNumber, 'in appeal');
  for (const { orderNumber } of approved) day.forbidden.set(orderNumber, 'its approval was lost with Temporal');
}

/** Asked first, then agreed; returns what came of it and how long it took. */
async function recoverBusy({ world }: DeskDay) {
  const peerdesk = world.peerdeskAt(usual);
  await until(
    'the register has met it',
    () => must(peerdesk, 'register', 'show', '--json'),
    (shown) => /"isOtherTemporal": ?true/.test(shown),
  );
  const unasked = await peerdesk('recover', '--by', 'ana');
  if (unasked.exitCode !== 6) throw new Error(`recover does not ask: ${unasked.exitCode} ${unasked.stderr}`);
  const before = world.simulator.ledger().requests;
  const sinceMs = performance.now();
  const { exitCode, stdout, stderr } = await peerdesk('recover', '--yes', '--json', '--by', 'ana');
  const seconds = secondsOf(performance.now() - sinceMs);
  if (exitCode !== endsWith(stdout))
    throw new Error(`recover: exit code ${exitCode} after ${seconds} s: ${stderr}${stdout}`);
  if (seconds > limitSeconds) throw new Error(`recover took ${seconds} s`);
  const requests = world.simulator.ledger().requests - before;
  const again = await peerdesk('recover', '--json', '--by', 'ana');
  if (again.exitCode !== endsWith(again.stdout)) throw new Error(`recover again: exit code ${again.exitCode}`);
  const recovered = recoveredSchema.parse(JSON.parse(again.stdout)).accounts[0];
  return { seconds, requests, recovered };
}

/** Releases that were made in the app stop money until a person has explained them: that is no good end. */
const endsWith = (stdout: string): number =>
  recoveredSchema.parse(JSON.parse(stdout)).accounts[0].unknownReleases.length === 0 ? 0 : 6;

interface Before {
  readonly orders: BusyOrders;
  readonly before: string;
}

type Recovered = z.infer<typeof recoveredSchema>['accounts'][0];

async function holdsAsBefore(day: DeskDay, { orders, before }: Before, recovered: Recovered): Promise<void> {
  const { client, simulator } = day.world;
  const open = simulator.ledger().orders.open;
  if (recovered.carried !== open) throw new Error(`${recovered.carried} of ${open} orders are carried`);
  const held = orders.held.map(({ orderNumber }) => orderNumber);
  if (held.some((orderNumber) => !recovered.held.includes(orderNumber))) throw new Error('a hold is forgotten');
  const after = await restrictionsOf(day);
  if (after !== before) throw new Error(`restricted before by ${before}, now by ${after}`);
  const guard = await guardControl(client, account).state();
  if (guard.rules?.policy !== 'match' || guard.switches.repricing === null || guard.blocked.length !== 1)
    throw new Error(`the guard restricts otherwise: ${JSON.stringify(guard)}`);
  await day.stay(watchedMs, ...orders.gate, ...orders.unheld);
}

const shownSchema = z.object({
  accounts: z.array(z.object({ account: z.string(), entries: z.array(z.unknown()), open: z.array(z.unknown()) })),
});

async function shownOf({ world }: DeskDay) {
  const { accounts } = shownSchema.parse(JSON.parse(await must(world.peerdesk, 'register', 'show', '--json')));
  return accounts.find((one) => one.account === account);
}

const restrictionsOf = async (day: DeskDay): Promise<string> => JSON.stringify((await shownOf(day))?.entries);

/** Every call that had left has an end, and what took effect did so once. */
async function settled(day: DeskDay): Promise<void> {
  await until(
    'every call has an end',
    () => shownOf(day),
    (shown) => shown?.open.length === 0,
  );
  const { placements } = day.world.simulator.ledger();
  if (placements !== 1) throw new Error(`${placements} placements`);
}
