import type { Logger } from 'pino';
import type { CommandContext } from '../kit/command-context.ts';
import { readWorkerPlan, type PlanWish, type WorkerPlan } from './worker-plan.ts';
import { acceptedRecord, passingRecord } from './accepted-record.ts';
import { FollowedFile } from './followed-file.ts';
import { openDoor, type Route } from '../door/door.ts';
import { leaveNote } from '../door/worker-note.ts';
import { standingPath } from '../kit/standing-path.ts';
import { reloadRoute } from './reload-route.ts';

interface Following {
  wish: PlanWish;
  context: CommandContext;
  logger: Logger;
}

/** Returns the file of a worker that starts. Throws ConfigurationError when what was agreed to cannot be trusted. */
export function followFile(started: WorkerPlan, { wish, context, logger }: Following): FollowedFile {
  const { loaded, config } = started;
  const record =
    loaded === null ? passingRecord() : acceptedRecord(context.env, { path: loaded.path, egress: config.egress });
  const read = (egress: string): WorkerPlan =>
    readWorkerPlan(loaded === null ? wish : { config: loaded.path, egress }, context);
  return new FollowedFile({ started, read, record, logger });
}

interface Listening {
  env: CommandContext['env'];
  logger: Logger;
  /** Aborts when the process is asked to stop. */
  stopping: AbortSignal;
  /** SIGHUP means that the terminal was closed. */
  atTerminal: boolean;
  /** What else commands of this machine ask. */
  routes: readonly Route[];
}

/** Lets SIGHUP and the commands of this machine reach a worker. Returns the function that ends it. Never rejects. */
export async function listenForReload(
  followed: FollowedFile,
  { env, logger, stopping, atTerminal, routes }: Listening,
): Promise<() => Promise<void>> {
  const onHangUp = (): void => {
    if (stopping.aborted) return;
    followed
      .reload({ consent: null, isTrial: false })
      .catch((error: unknown) => logger.error({ event: 'configuration', error: String(error) }, 'not reloaded'));
  };
  if (!atTerminal) process.on('SIGHUP', onHangUp);
  const close = await openNoted(followed, env, routes).catch((error: unknown) => {
    logger.warn(
      { event: 'configuration', error: String(error) },
      'no command of this machine finds this worker: PEERDESK_STATE_DIR names a folder that it may write; SIGHUP works',
    );
    return () => Promise.resolve();
  });
  return async () => {
    process.off('SIGHUP', onHangUp);
    await close();
  };
}

async function openNoted(
  followed: FollowedFile,
  env: CommandContext['env'],
  routes: readonly Route[],
): Promise<() => Promise<void>> {
  const { port, token, close } = await openDoor([reloadRoute((wish) => followed.reload(wish)), ...routes]);
  const { egress, accounts } = followed.config;
  const { path } = followed;
  try {
    const takeAway = leaveNote(env, {
      port,
      token,
      file: path === null ? null : standingPath(path),
      egress,
      accounts: accounts.map(({ account }) => account),
    });
    return async () => {
      takeAway();
      await close();
    };
  } catch (error) {
    await close();
    throw error;
  }
}
