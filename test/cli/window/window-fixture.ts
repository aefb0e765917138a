import { onTestFinished } from 'vitest';
import { openDoor } from '../../../src/cli/door/door.ts';
import { leaveNote } from '../../../src/cli/door/worker-note.ts';
import { windowRoutes, type WindowOf } from '../../../src/cli/window/window-routes.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

/** Opens the door of a worker for each window, and leaves its note in a folder of its own. */
export async function openDoors(...windows: WindowOf[]) {
  const env = { PEERDESK_STATE_DIR: await temporaryDirectory() };
  for (const windowOf of windows) {
    const { port, token, close } = await openDoor(windowRoutes(windowOf));
    onTestFinished(close);
    leaveNote(env, { port, token, file: null, egress: 'home', accounts: ['main'] });
  }
  return env;
}

const notAsked = async () => await Promise.reject(new Error('not asked for'));

/** A window of which nothing is asked but what a test puts in its place. */
export const closedPeople = {
  sheets: { sheet: notAsked, brief: notAsked },
  approvals: { word: notAsked },
  chats: { messages: notAsked, picture: notAsked, markRead: notAsked, say: notAsked },
  waiting: { all: notAsked },
  leads: () => ({ lookedAtMs: null, isHeld: false, banUntilMs: null }),
};
