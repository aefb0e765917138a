/** What the page of the door says of itself, and why it refuses: the presser reads it, and the log says it. It names nothing of what was sent. */
import type { PageRole } from '../../domain/people/page-role.ts';

/** What needs no more than its name to be said. */
type PlainCode =
  | 'no-origin'
  | 'other-origin'
  | 'not-a-post'
  | 'no-such-page'
  | 'no-session'
  | 'session-over'
  | 'session-idle'
  | 'key-gone'
  | 'unsealed'
  | 'enrolment-used'
  | 'enrolment-late'
  | 'challenge-used'
  | 'challenge-late'
  | 'challenge-unfit'
  | 'unknown-passkey'
  | 'other-passkey'
  | 'word-gone'
  | 'push-off'
  | 'push-full'
  | 'push-stopped'
  | 'push-host'
  | 'push-often'
  | 'too-many';

export type PageRefusal =
  | { readonly code: PlainCode }
  | { readonly code: 'other-host'; readonly origin: string }
  | { readonly code: 'role'; readonly role: PageRole; readonly needed: PageRole }
  | { readonly code: 'no-role'; readonly person: string }
  | { readonly code: 'unreadable'; readonly field: string }
  | { readonly code: 'too-long'; readonly maxBytes: number }
  | { readonly code: 'asked-often'; readonly lackMs: number }
  | { readonly code: 'silent'; readonly why: string };

const roleTexts: Readonly<Record<PageRole, string>> = {
  view: 'looks and does nothing else',
  hold: 'may hold orders, stop the desk and reply',
  approve: 'may approve releases',
  admin: 'may let people in',
};

const plainTexts: Readonly<Record<PlainCode, string>> = {
  'no-origin': 'the browser did not say which page this comes from: press the button on the page itself',
  'other-origin': 'this was sent by another page: open the page itself and press the button there',
  'not-a-post': 'an address that is opened changes nothing: press the button on the page',
  'no-such-page': 'there is no such page',
  'no-session': 'sign in first',
  'session-over': 'you signed in more than twelve hours ago: sign in again',
  'session-idle': 'nothing was done for half an hour: sign in again',
  'key-gone': 'the passkey that signed in is in the configuration no more: this session is over',
  unsealed: 'this page is not of your session: load it again and press the button once more',
  'enrolment-used':
    'that word was used already, or is none: ask for another one, which `peerdesk door enrol NAME` prints',
  'enrolment-late':
    'that word is more than ten minutes old: ask for another one, which `peerdesk door enrol NAME` prints',
  'challenge-used': 'this signature was used already: load the page and sign once more',
  'challenge-late': 'that took too long: load the page and sign once more',
  'challenge-unfit': 'this page was not made by the door as it runs now: load it again',
  'unknown-passkey':
    'the line of this passkey is neither in an approvers file nor in keys_file of [door.page]: put it there, or enrol',
  'other-passkey': 'this passkey is not the one that signed in, or has signed something else: nothing was sent',
  'word-gone': 'this approval was sent already, or is too old: open the order and look at it once more',
  'too-many': 'too much was tried from your address: wait a minute, and try again',
  'push-off': 'no account of the configuration notifies devices: `peerdesk door push-key` says which keys it takes',
  'push-full': 'there are four devices of this passkey on the list, or a hundred in all: stop one under Devices first',
  'push-stopped':
    'this device was taken off the list since: press “Notify this device” where it is to be notified again',
  'push-host': 'the notices of this browser go by a service that is none of Apple, Google, Microsoft or Mozilla',
  'push-often': 'a test was sent just now: wait a few seconds',
};

/** Returns a refusal in words. */
export function pageRefusalText(refusal: PageRefusal): string {
  switch (refusal.code) {
    case 'other-host':
      return `this page is at ${refusal.origin} alone: open that address`;
    case 'role':
      return `your role ${refusal.role} ${roleTexts[refusal.role]}: this needs the role ${refusal.needed}`;
    case 'no-role':
      return `${refusal.person} has no role in [door.page.people] of the configuration`;
    case 'unreadable':
      return `${refusal.field} is missing, or is not what it has to be`;
    case 'too-long':
      return `what was sent is longer than ${refusal.maxBytes} bytes`;
    case 'asked-often':
      return `this session has asked very often just now: try again in ${Math.ceil(refusal.lackMs / 1_000)} s; what stops works all the same`;
    case 'silent':
      return `the door cannot answer now: ${refusal.why}`;
    default:
      return plainTexts[refusal.code];
  }
}

/** Returns that of an account orders alone are listed, and why. */
export const unreadNeedsText = (account: string, why: string): string =>
  `what waits of account ${account} beside its orders could not be read, so this list is not whole: ${why}`;

/** What of the desk a list of the page has no room for. */
interface CutList {
  readonly account: string;
  readonly what: 'orders' | 'ads';
  readonly shown: number;
}

const listCommands = { orders: 'order list', ads: 'ad list' } as const;

/** Returns that a list has more than is shown, and where the rest is. */
export const cutListText = ({ account, what, shown }: CutList): string =>
  `only ${shown} ${what} of account ${account} are shown: \`peerdesk ${listCommands[what]} --account ${account} --limit 10000\` on the machine of the desk shows all`;

/** Returns that more waits than is shown, and where the rest is; `asks` is the condition of Temporal's list for what waits. */
export const cutNeedsText = (account: string, asks: string): string =>
  `more waits of account ${account} than is shown here: on the machine of the desk \`peerdesk temporal workflow list --query "ExecutionStatus = 'Running' AND PeerdeskAccount = '${account}' AND ${asks}"\` lists the workflows that ask`;

/** Returns what the title of a line says of its mode: a shadow must not look like what is real. */
export const modeTitle = (mode: string | null): string => (mode === 'shadow' ? ', mode shadow' : '');

/** What is seen first of what runs in a shadow. */
export const shadowText =
  'Mode shadow: the desk pays, releases, cancels and prices nothing. What you write in a chat may be sent all the same.';
