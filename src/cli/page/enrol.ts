import { z } from 'zod';
import { pageRoles } from '../../config/page-people.ts';
import { loadedFile } from '../config/file-context.ts';
import { misuse } from '../kit/cli-failure.ts';
import { print, type CommandContext } from '../kit/command-context.ts';
import type { CommandCall } from '../kit/command-spec.ts';
import { readArgument } from '../kit/option-values.ts';
import { timeText } from '../text/time-zone.ts';
import { newEnrolment } from './enrolment-notes.ts';

/** Who draws a word that is printed here, in the line of the log. */
const theMachine = 'the machine of the desk';

const personValue = z.string().regex(/^[\w.-]{1,40}$/, 'must be the name of a person of [door.page.people]');

/** `peerdesk door enrol NAME`: prints the word by which a person makes a passkey on the page. */
export function enrol(
  call: CommandCall,
  context: CommandContext,
  wish: { config: string | undefined; json: boolean },
): void {
  const person = readArgument(personValue, call, { index: 1, name: 'the person' });
  const loaded = loadedFile(wish.config, context);
  const section = loaded?.file.door?.page;
  if (section === undefined) throw misuse('the configuration file has no [door.page]: docs/phone.md shows one');
  // A person who has lost his only key has none in the file.
  if (pageRoles(section)(person) === null)
    throw misuse(
      `[door.page.people] does not name ${person}: write ${person} = "view", "hold", "approve" or "admin" first`,
    );
  const { word, expiresAtMs } = newEnrolment(context.env, { person, by: theMachine }, Date.now());
  const address = `${section.origin}/enrol`;
  print(context, {
    json: wish.json,
    data: { person, word, expiresAtMs, address },
    text: () => `${word}\nfor ${person}, once, at ${address} until ${timeText(expiresAtMs)}; the door has to run`,
  });
}
