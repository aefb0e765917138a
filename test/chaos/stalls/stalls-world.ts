/** A desk whose Temporal can be frozen, cut off and lost: a server, a wire to it, a marketplace, a worker and a watchdog. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settingsEnvironment } from '../../../src/cli/up/demo-desk.ts';
import { connectTemporal, registerSearchAttributes, startDesk } from '../../../src/client/index.ts';
import { openHeldWire, type HeldWire } from '../../setup/wire/held-wire.ts';
import { openTemporal, type OwnTemporal } from '../losses/own-temporal.ts';
import { account, openService, settings, type OwnService } from '../losses/own-service.ts';
import { noRules } from '../losses/losses-world.ts';
import { startProgramOf, type StartedWorker } from '../losses/workers.ts';
import { kill, until } from '../storm/storm-world.ts';

/** Sixty orders a minute need more than the default budget. */
const budget = { ...settings, accountRequestsPerSecond: 20 };

export interface StallsWorld {
  readonly temporal: OwnTemporal;
  readonly wire: HeldWire;
  readonly simulator: OwnService['simulator'];
  readonly worker: StartedWorker;
  readonly watchdog: StartedWorker;
  close: () => Promise<void>;
}

/** Opens one whose processes reach Temporal by the wire alone. They are under no supervisor. */
export async function openStallsWorld(seed: number): Promise<StallsWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'peerdesk-stalls-'));
  const temporal = await openTemporal(folder);
  const wire = await openHeldWire(temporal.address);
  const service = await openService(seed, '');
  const { simulator } = service;
  const connected = await connectTemporal({ address: temporal.address });
  const { client } = connected;
  await registerSearchAttributes(client);
  const { PEERDESK_NOTIFY_URL: _url, ...own } = service.env;
  const env = {
    ...own,
    ...settingsEnvironment(budget),
    PEERDESK_STATE_DIR: join(folder, 'state'),
    TEMPORAL_ADDRESS: wire.address,
  };
  const release = { policy: 'paid', amountCap: null, counterparty: noRules } as const;
  await startDesk(client, { account, egress: account, mode: 'sim', release, adoptAds: null, settings: {} });
  const worker = startProgramOf('worker', env);
  const watchdog = startProgramOf('watchdog', env);
  await until(
    'the worker serves',
    async () => worker.said(),
    (said) => said.includes('this process leads: it calls the service'),
  );
  return {
    temporal,
    wire,
    simulator,
    worker,
    watchdog,
    close: async () => {
      await Promise.all([worker, watchdog].map(({ process }) => kill(process)));
      await connected.close();
      await wire.close();
      await temporal.stop().catch(() => undefined);
      await simulator.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
