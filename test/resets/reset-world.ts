import { readEgressConfig } from '../../src/config/environment/worker-environment.ts';
import type { DeskSettings } from '../../src/domain/settings.ts';
import { lazyRegister } from '../../src/register/lazy-register.ts';
import { openSqliteRegister } from '../../src/register/sqlite/sqlite-register.ts';
import { openDeskWorld, provingSettings, sharedEgress, until } from '../integration/desk-harness.ts';
import type { AtEnd } from '../setup/temporary-directory.ts';
import type { ResetWorld, Story } from './story.ts';

/** Of every story: what was not done is proven within seconds. */
export const settings = {
  ...provingSettings,
  offlineCheckIntervalMs: 1_000,
  // Orders that look side by side must not wait for one another.
  accountRequestsPerSecond: 200,
} satisfies Partial<DeskSettings>;

interface WorldWish {
  /** Absent: a namespace of the server that the tests share. */
  readonly server?: { readonly address: string; readonly namespace: string };
}

/** Opens a world with a worker in this process. Everything of it ends by `atEnd`. */
export async function openResetWorld(
  { server }: WorldWish,
  story: Pick<Story, 'desk' | 'settings'>,
  atEnd: AtEnd,
): Promise<ResetWorld> {
  const options = {
    egress: sharedEgress,
    rateLimit: { requests: 10_000, windowMs: 10_000 },
    ...(server === undefined ? {} : { server }),
  };
  const world = await openDeskWorld(options, { ...settings, ...story.settings }, atEnd);
  const place = readEgressConfig(world.env).register;
  if (place.kind !== 'sqlite') throw new Error('this world keeps its register in a file');
  const open = () => openSqliteRegister({ file: place.file, migrate: false });
  const register = lazyRegister({ open, elapsed: () => performance.now() });
  atEnd(() => register.close());
  await world.runWorker();
  await until('the worker serves', world.log, (log) => log.includes('what this worker may do'));
  if (story.desk !== undefined) await world.startDesk({ release: story.desk });
  return { ...world, register };
}
