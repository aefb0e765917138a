/** What is said of a register and the Temporal that it meets. */

/** Returns that Temporal is another one than before, and where that is shown. */
export function otherTemporalText(account: string): string {
  return `Temporal has begun empty, or is another one than this register knows: its database may be lost, and no money of ${account} moves (\`peerdesk register show\`; \`peerdesk register explain --help\` says how it is accepted)`;
}

/** Of a register that lacks a call of its guard. */
export const olderText =
  'the guard has permitted a call that this register does not have: it is an older copy, and no money moves (`peerdesk register show`)';

/** Of one that does not answer. */
export const silentText = 'the register does not answer: no money moves until it does';
