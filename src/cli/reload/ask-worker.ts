import { askDoor, DoorBroken, DoorTimeout } from '../door/ask-door.ts';
import type { FoundWorker } from '../door/worker-note.ts';
import { CliFailure } from '../kit/cli-failure.ts';
import { ExitCode } from '../kit/exit-code.ts';
import type { ReloadWish } from './followed-file.ts';
import { reloadReportSchema, type ReloadReport } from './reload-report.ts';

/**
 * Asks a worker to re-read its file; null when it has died: another one reads the file at its start. Rejects when it does not
 * answer in time.
 */
export async function askWorker(
  worker: FoundWorker,
  wish: ReloadWish,
  timeoutMs: number,
): Promise<ReloadReport | null> {
  const { pid } = worker.note;
  const question = { method: 'POST', path: '/reload', body: wish, timeoutMs } as const;
  const reply = await askDoor(worker, question).catch((error: unknown) => {
    if (error instanceof DoorBroken) return null;
    if (!(error instanceof DoorTimeout)) throw error;
    const text = `worker ${pid} did not answer in time: it goes on with what was asked; its log says how it ended`;
    throw new CliFailure(ExitCode.TIMEOUT, text);
  });
  if (reply === null) return null;
  const report = reloadReportSchema.safeParse(reply.data);
  if (report.success) return report.data;
  throw new CliFailure(
    ExitCode.ERROR,
    `worker ${pid} gave no report: is it another version of Peerdesk? SIGHUP asks it without an answer`,
  );
}
