/**
 * `npm run play`: a prompt with a client of the exchange that is connected to a simulator of its own. Nothing is kept
 * and nothing outside this process is contacted.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { start } from 'node:repl';
import { parseArgs } from 'node:util';
import * as exchange from '../src/exchange/index.ts';
import { runSimulator } from '../src/simulator/standalone.ts';

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } });
const seed = Number(values.seed);
if (!Number.isSafeInteger(seed)) throw new TypeError(`--seed must be a whole number, not ${values.seed}`);

const credentials = { apiKey: randomBytes(16).toString('hex'), apiSecret: randomBytes(32).toString('hex') };
const simulator = await runSimulator({
  host: '127.0.0.1',
  port: 0,
  seed,
  speed: 60,
  marketFile: null,
  pair: null,
  ordersPerMinute: 6,
  faults: 'none',
  stateFile: null,
  account: { name: 'play', ...credentials },
});
const client = exchange.createExchangeClient({ baseUrl: simulator.baseUrl, credentials });
const [ad] = simulator.deskAds;

process.stdout.write(`A simulator with four ads of yours at ${simulator.baseUrl}, seed ${seed}. At hand:
  client      the client: await client.ads.getDetailByNo('${ad?.adNumber ?? ''}')
              (await client.orders.listOrders({ page: 1, rows: 5 })).items
  simulator   the marketplace: simulator.simulator.setFaults([…]), simulator.deskAds
  exchange    everything that 'peerdesk/exchange' exports: exchange.toAdFacts(…)
.exit or Ctrl-D ends it.
`);
const prompt = start({ prompt: 'peerdesk> ' });
Object.assign(prompt.context, { client, simulator, exchange });
await once(prompt, 'exit');
await client.close();
await simulator.close();
