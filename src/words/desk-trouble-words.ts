/** What is said of what troubles a desk. */
import type { DeskTrouble, SilentWay } from '../domain/notices/desk-trouble.ts';
import { failedText } from './failure-words.ts';
import { moment } from './moment.ts';

/** Returns what goes wrong, and what a person does about it. */
export function deskTroubleText(trouble: DeskTrouble): string {
  switch (trouble.code) {
    case 'intake':
    case 'adoption':
      return `${failedText(trouble)}${trouble.untilMs === null ? '' : `, until ${moment(trouble.untilMs)}`}`;
    case 'guard':
      return 'the guard does not answer: nothing is released, no new order is taken in';
    case 'cancelled':
      return 'a cancellation of this desk was requested: it continues, because its orders would be lost. `peerdesk desk stop` ends it, `peerdesk desk start` confirms that it continues';
    case 'telling':
      return `${trouble.count} orders could not be reached: ${trouble.why}`;
    case 'notices':
      return trouble.ways.map(silentText).join('; ');
    case 'key':
      return `account ${trouble.accounts.join(', ')} works with the same API key: both carry the same orders; stop one of the two`;
    case 'waiting':
      return waitingText(trouble);
    case 'releases':
      return releasesText(trouble);
  }
}

function waitingText({ count, late = 0 }: Extract<DeskTrouble, { code: 'waiting' }>): string {
  const why = 'the ones before them are still being read';
  if (late === 0) return `${count} open orders wait to be taken in: ${why}`;
  return `${count} open orders wait to be taken in, ${late} of them beyond their time: ${why}; look at those in the app, \`peerdesk desk show\` names the first`;
}

const silentText = ({ channel, message }: SilentWay): string =>
  `messages by ${channel} do not arrive: ${unsentText(message)}`;

/** Returns why a message does not arrive. */
export const unsentText = (message: string | null): string => message ?? 'no worker has sent the message in time';

/** Whether one that stops all money is among them changes what is said first. */
function releasesText({ orders, stops }: Extract<DeskTrouble, { code: 'releases' }>): string {
  const shown = orders.join(', ');
  return stops
    ? `no money moves: the service shows releases that the register does not know, ${shown}: \`peerdesk register show\``
    : `not released by this desk: ${shown}; look whether it was you, in the app: \`peerdesk register show\``;
}
