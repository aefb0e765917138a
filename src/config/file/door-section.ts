import { z } from 'zod';
import { evidenceText, isPublicKeyText } from '../environment/evidence-keys.ts';
import { fileAccounts } from './file-accounts.ts';
import type { FileProblem } from './ad-wishes.ts';
import type { PeerdeskFile } from './file-schema.ts';
import { fileName, key } from './leaf-schemas.ts';

export const doorSection = z.strictObject({
  key_file: key(fileName, 'file with the private key by which `peerdesk door` signs what it takes in', {
    example: 'keys/door',
  }).optional(),
  public_key: key(
    z.string().refine(isPublicKeyText, 'must be a public key, as `peerdesk door init` prints it'),
    'the public part of that key: a worker counts as evidence only what it has signed',
    { example: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=' },
  ).optional(),
});

/** Returns PEERDESK_EVIDENCE of an account as the file says it; null: it has no source of evidence. */
export function evidenceOf(file: PeerdeskFile, account: string): string | null {
  const publicKey = file.door?.public_key;
  const [only = ''] = fileAccounts(file).map((one) => one.account);
  const sources = Object.entries(file.payments ?? {}).filter(
    ([, section]) => section.class === 'evidence' && (section.account ?? only) === account,
  );
  if (publicKey === undefined || sources.length === 0) return null;
  return evidenceText(sources.map(([name]) => [name, publicKey]));
}

/** What no door signs would never count as evidence, and no one would hear of it. */
export function doorProblems(file: PeerdeskFile): FileProblem[] {
  const { door = {}, payments = {} } = file;
  const unproven = fileAccounts(file).flatMap(({ account, section: { release = {} } }): FileProblem[] => {
    const isMatch = release.policy === 'match' || release.policies?.includes('match') === true;
    if (release.approvals !== 'signed' || !isMatch || evidenceOf(file, account) !== null) return [];
    const name = release.policy === 'match' ? 'policy' : 'policies';
    const text =
      'has match, and with signed approvals no typed payment counts: write a [payments.NAME] with class = "evidence"';
    return [{ path: ['account', account, 'release', name], text }];
  });
  const evidence = Object.entries(payments).find(([, section]) => section.class === 'evidence');
  const missing = (['key_file', 'public_key'] as const).find((name) => door[name] === undefined);
  if (evidence === undefined || missing === undefined) return unproven;
  return [
    ...unproven,
    {
      path: ['payments', evidence[0], 'class'],
      text: `needs a door that signs it: write the lines of [door] that \`peerdesk door init\` prints`,
    },
  ];
}
