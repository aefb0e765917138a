import { CliFailure } from '../kit/cli-failure.ts';
import { ExitCode } from '../kit/exit-code.ts';
import type { ReloadWish } from './followed-file.ts';
import { reloadReportSchema, type ReloadReport } from './reload-report.ts';
import type { FoundWorker } from './worker-note.ts';

/**
 * Asks a worker to re-read its file; null when it has died: its note is taken away. Rejects when it does not answer in
 * time.
 */
export async function askWorker(
  { note, forget }: FoundWorker,
  wish: ReloadWish,
  timeoutMs: number,
): Promise<ReloadReport | null> {
  const reply = await replyOf(note, wish, timeoutMs);
  if (reply === null) {
    forget();
    return null;
  }
  const report = reloadReportSchema.safeParse(reply);
  if (report.success) return report.data;
  throw new CliFailure(
    ExitCode.ERROR,
    `worker ${note.pid} gave no report: is it another version of Peerdesk? SIGHUP asks it without an answer`,
  );
}

async function replyOf(
  { pid, port, token }: FoundWorker['note'],
  wish: ReloadWish,
  timeoutMs: number,
): Promise<unknown> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/reload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(wish),
      signal: AbortSignal.timeout(timeoutMs),
    });
    // Another program has the port of a worker that has died.
    return response.status === 401 ? null : await response.json();
  } catch (error) {
    // It has died, if need be while it was asked: another one reads the file at its start.
    if (!isTimeout(error)) return null;
    const text = `worker ${pid} did not answer in time: it goes on with what was asked; its log says how it ended`;
    throw new CliFailure(ExitCode.TIMEOUT, text);
  }
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';
