/**
 * `npm run bench:queues`: what keeps the accounts of one process apart, and at what price: shares in the process, queues of
 * their own for each account, or the server's fairness. The same watches, calls and money steps, without a marketplace, with
 * each arrangement: memory and share of a core at rest, what is asked of the server, how long the tasks of a calm account take
 * while another one is flooded, and how long after a SIGKILL all watches run again. Takes twenty minutes. A measurement, not
 * a test.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { say } from '../desk-world.ts';
import { machineFacts, table } from '../report.ts';
import { isolationOf, loadOf } from './measure.ts';
import { arrangements, seed, type Arrangement } from './routes.ts';
import { rowsOf, type Measured } from './rows.ts';
import { openQueues } from './world.ts';

const help = `npm run bench:queues -- [options]
  --only NAME         one arrangement: ${Object.keys(arrangements).join(', ')}
  --accounts N        default 20
  --ads N             watches of each account, default 20
  --flood N           calls of the flooded account, default 2000
  --call-ms N         how long each of them lasts, default 1000
  --rounds N          rounds of 20 calls and 20 money steps of the calm account, default 3
  --rest-seconds N    default 60`;
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    accounts: { type: 'string', default: '20' },
    ads: { type: 'string', default: '20' },
    flood: { type: 'string', default: '2000' },
    'call-ms': { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    'rest-seconds': { type: 'string', default: '60' },
    help: { type: 'boolean', default: false },
  },
});
const atOnce = 5;
const settleMs = 20_000;
const plan = {
  calls: Number(values.flood),
  workflows: 20,
  callMs: Number(values['call-ms']),
  asks: 20,
  askMs: 100,
  rounds: Number(values.rounds),
};

if (values.help) say(help);
else await measureAll();

async function measureAll(): Promise<void> {
  const { node, cores, processor, loadBefore } = machineFacts();
  say(`Node ${node}; ${cores} cores (${processor}), load ${loadBefore.join(' ')}; seed ${seed}`);
  const all: Measured[] = [];
  for (const arrangement of Object.keys(arrangements) as Arrangement[]) {
    if (values.only !== undefined && values.only !== arrangement) continue;
    all.push(await measure(arrangement));
  }
  if (all.length === 0) throw new TypeError(`--only: ${Object.keys(arrangements).join('|')}`);
  say(table(rowsOf(all)));
}

async function measure(arrangement: Arrangement): Promise<Measured> {
  say(`${arrangement}: ${arrangements[arrangement]}, at a load of ${loadavg()[0]?.toFixed(1)}`);
  const world = await openQueues({
    arrangement,
    accounts: Number(values.accounts),
    adsEach: Number(values.ads),
    atOnce,
  });
  try {
    say(`  ${world.watches} watches run; at rest for ${values['rest-seconds']} s`);
    await delay(settleMs);
    const rest = await loadOf(world, () => delay(1_000 * Number(values['rest-seconds'])).then(() => undefined));
    say(`  one account is flooded with ${plan.calls} calls`);
    const isolation = await isolationOf(world, plan);
    say('  the process is killed and another one started');
    return { arrangement, rest, isolation, restartMs: await world.restart() };
  } finally {
    await world.close();
  }
}
