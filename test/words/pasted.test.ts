import { expect, it } from 'vitest';
import { readProjectFile, typescriptFiles } from '../project/project-files.ts';

/**
 * Commands that move money or coins, publish, say what became of a step, or take a restriction away. A text may name one, so
 * that a person finds it; with what it acts on he types it himself, once he has looked.
 */
const acts: Readonly<Record<string, readonly string[]>> = {
  order: (
    'approve-release received not-received transferred record-outcome place start unhold verify-kyc ' +
    'approve match unmatch paid resolve'
  ).split(' '),
  ad: ['close', 'edit', 'online', 'override', 'promote', 'publish', 'resolve', 'resume', 'start'],
  desk: ['clear-ban', 'open'],
  person: ['allow'],
  // `register explain` shows releases; what it asks is answered by an option.
  register: ['recover', 'restore'],
};
const commands = Object.entries(acts).map(([noun, verbs]) => `${noun} (?:${verbs.join('|')})`);
/** Such as "peerdesk order approve-release 88", "peerdesk desk open ${name}" or "peerdesk ad online --all". */
const handedOut = new RegExp(
  `peerdesk (?:(?:${commands.join('|')}) (?!--help)(?:[\\w$]|--(?:all|yes|released-in-app))|recover .*?--yes|register explain .*?--released-in-app)`,
  'g',
);

/** Help of the command line shows examples of what it explains. */
const isExplanation = (file: string): boolean => file.startsWith('src/cli/commands/');

/** A comment is read by engineers alone. */
const withoutComments = (source: string): string => source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

it('P8: no text of the program hands out a command that moves money or loosens something', () => {
  const files = typescriptFiles('src').filter((file) => !isExplanation(file));
  const found = files.flatMap((file) =>
    [...withoutComments(readProjectFile(file)).matchAll(handedOut)].map(([text]) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

it.each([
  ['an approval', 'type `npx peerdesk order approve-release ${orderNumber}`', true],
  ['a switch', '`peerdesk desk open ${name}` lifts it', true],
  ['all ads', '`peerdesk ad online --all`', true],
  ['another Temporal', '`peerdesk recover --account ${account} --yes`', true],
  ['its name alone', '`peerdesk order approve-release` says how', false],
  ['its help', 'npx peerdesk desk open --help', false],
  ['a look', 'npx peerdesk order show ${orderNumber}', false],
  ['a stop', 'npx peerdesk desk kill releases', false],
])('P8: %s', (_name, text, isHandedOut) => expect(text.match(handedOut) !== null).toBe(isHandedOut));
