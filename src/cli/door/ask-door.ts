import { request } from 'node:http';
import { maxAnswerBytes, type Reply } from './door.ts';
import { isAlive, type FoundWorker } from './worker-note.ts';

interface Question {
  method: 'GET' | 'POST';
  path: string;
  /** Absent: there is nothing to say beside the path. */
  body?: unknown;
  timeoutMs: number;
  /** Absent: as long as a sheet. */
  maxBytes?: number | undefined;
}

/** A worker did not answer in time; it may go on with what it was asked. */
export class DoorTimeout extends Error {
  override readonly name = 'DoorTimeout';
}

/** The connection to a worker broke before its answer was whole: it may have done what it was asked. */
export class DoorBroken extends Error {
  override readonly name = 'DoorBroken';
}

/**
 * Asks a worker on this machine; null when it has died and heard nothing: its note is taken away. Rejects with a DoorTimeout
 * when it does not answer in time, and with DoorBroken when it dies while it is asked.
 */
export async function askDoor({ note, forget }: FoundWorker, question: Question): Promise<Reply | null> {
  // Who has the port of a dead worker by now could answer anything.
  const reply = isAlive(note.pid) ? await replyOf(note, question).catch(deadBy) : 'dead';
  if (reply === 'dead' || reply.status === 401) forget();
  return reply === 'dead' || reply.status === 401 ? null : reply;
}

/** One that is busy or dies while it is asked keeps its note: the next question shows what became of it. */
function deadBy(error: unknown): 'dead' {
  if (error instanceof DoorTimeout) throw error;
  if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return 'dead';
  throw new DoorBroken(String(error));
}

/** By plain requests: they send no Origin, and an answer that never ends is cut. */
function replyOf({ port, token }: FoundWorker['note'], question: Question): Promise<Reply> {
  const { method, path, body, timeoutMs, maxBytes = maxAnswerBytes } = question;
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        if (text.length > maxBytes) asked.destroy(new Error('the answer is too long'));
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, data: parsed(text) }));
      response.on('error', reject);
    });
    const late = setTimeout(() => asked.destroy(new DoorTimeout('not in time')), timeoutMs);
    asked.on('error', reject);
    asked.on('close', () => clearTimeout(late));
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Undefined: it is no JSON, and so no answer of a worker. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
