/** The thread of a register: SQLite blocks its caller, and the thread of the workflows must not wait for a disk. */
import { parentPort, workerData } from 'node:worker_threads';
import { RegisterFailure, RegisterSilent } from '../register.ts';
import { backUpFile, createFile } from './new-files.ts';
import { replaceFile } from './replaced-file.ts';
import { asSilent } from './silent-errors.ts';
import { SqliteStore } from './sqlite-store.ts';
import type { ThreadAnswer, ThreadOptions, ThreadRequest } from './thread-messages.ts';

const options: ThreadOptions = workerData;
const store = new SqliteStore(options);

async function perform(request: ThreadRequest): Promise<unknown> {
  switch (request.task) {
    case 'open':
      return store.open();
    case 'operation':
      return store.run(request.call, request.deadline);
    case 'create':
      return createFile(options.file, request.founding);
    case 'back-up':
      return backUpFile(options, request.to);
    case 'replace':
      return replaceFile(options.file, request);
    case 'close':
      store.close();
      // Without its port nothing keeps the thread.
      return parentPort?.close();
  }
}

async function answerTo(request: ThreadRequest): Promise<ThreadAnswer> {
  try {
    return { ok: true, value: await perform(request) };
  } catch (error) {
    const reason = asSilent(error, options.file);
    if (reason instanceof RegisterSilent) return { ok: false, isSilent: true, fault: reason.fault };
    if (reason instanceof RegisterFailure) return { ok: false, isSilent: false, fault: reason.fault };
    const message = reason instanceof Error ? reason.message : String(reason);
    return { ok: false, isSilent: false, fault: { code: 'broken', message } };
  }
}

let turn: Promise<void> = Promise.resolve();
parentPort?.on('message', (request: ThreadRequest) => {
  turn = turn.then(async () => parentPort?.postMessage(await answerTo(request)));
});
