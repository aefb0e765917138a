/** What is said of a register and the Temporal that it meets. */
import type { RegisterFault } from '../domain/register/register-fault.ts';
import { wordedBy } from './worded.ts';

/** Returns that Temporal is another one than before, and where that is shown. */
export function otherTemporalText(account: string): string {
  return `Temporal has begun empty, or is another one than this register knows: its database may be lost, and no money of ${account} moves (\`peerdesk register show\`; \`peerdesk recover\` carries everything again)`;
}

/** Of a register that lacks a call of its guard. */
export const olderText =
  'the guard has permitted a call that this register does not have: it is an older copy, and no money moves (`peerdesk register show`)';

/** Of one that does not answer. */
export const silentText = 'the register does not answer: no money moves until it does';

const whereText = ({ kind, at }: { kind: 'sqlite' | 'postgres'; at: string }): string => {
  if (kind === 'sqlite') return at;
  return at === '' ? 'in PostgreSQL' : `in PostgreSQL at ${at}`;
};

const backOrNew = 'put its backup back, or make a new one with "peerdesk register create"';

/** Returns why a register does not do what it is asked. */
export const registerFaultText: (fault: RegisterFault) => string = wordedBy<RegisterFault>({
  'no-register': ({ kind, at }) =>
    `there is no register ${kind === 'sqlite' ? `at ${at}` : 'in this database'}: ${backOrNew}`,
  'newer-schema': (fault) =>
    `the register ${whereText(fault)} was written by a newer version of Peerdesk (schema ${fault.version}, this one knows ${fault.known}): update this process`,
  'older-schema': (fault) =>
    `the register ${whereText(fault)} is of an older version (schema ${fault.version}, now ${fault.known}): the leading worker brings it up to date`,
  unusable: (fault) => `the register ${whereText(fault)} cannot be used: ${fault.reason}`,
  'not-a-file': ({ file }) => `the register ${file} is not a file`,
  'open-to-others': ({ file }) => `the register ${file} may be read by others: chmod 600 it, and look who has read it`,
  'not-a-register': ({ file }) => `${file} is not a register of Peerdesk`,
  'no-write-ahead': ({ file }) =>
    `the file system of ${file} cannot keep a register (no write-ahead log): use a local disk`,
  'odd-address': 'the address of the register is no URL that begins with postgres://',
  'not-open': 'the register is not open',
  closed: 'the register of this process is closed',
  'closed-meanwhile': 'the register was closed',
  'not-leading': 'this process does not lead: it claims nothing',
  late: ({ limitMs, operation }) =>
    `the register did not answer within ${limitMs} ms${operation === null ? '' : ` (${operation})`}`,
  unopened: ({ reason }) => reason,
  'too-slow': 'the register was too slow',
  'thread-ended': ({ cause }) => `the thread of the register has ended: ${cause ?? 'it ended'}`,
  'thread-rests': ({ times }) => `the thread of the register has ended ${times} times within a minute: it rests`,
  unfinished: ({ place }) => `the register ${place} was never made whole`,
  'of-a-simulator': ({ place }) =>
    `the register ${place} was made by the worker of a simulator, and real money needs one of its own: \`peerdesk register create\``,
  'file-present': ({ file }) => `${file} is there already: nothing was changed`,
  'register-present': 'the database has a register already: nothing was changed',
  'in-use': ({ file }) => `a process uses the register ${file}: stop every worker of this machine first`,
  broken: ({ message }) => message,
});
