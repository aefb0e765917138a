import { readApprovers } from '../../config/environment/approver-keys.ts';
import { deviceOfKey, personOfKey } from '../../domain/orders/names/key-name.ts';
import { isPasskeyText } from '../../domain/signing/passkey-text.ts';
import { print, type Environment } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { approverFolder, approverNames, readApproverKey } from './approver-files.ts';
import { readOptions } from '../kit/option-values.ts';
import { approverListOptions } from '../options/approver-options.ts';

/** `peerdesk approver list`: the keys of this machine and of its configuration, in the form of a worker's configuration. */
export const approverList: CommandRun = async (call, context) => {
  const { json } = readOptions(approverListOptions, call);
  const { env } = context;
  const keys = keysIn(env).map(({ name, publicKey, isHere }) => ({
    name,
    person: personOfKey(name),
    device: deviceOfKey(name),
    kind: isPasskeyText(publicKey) ? 'passkey' : 'ed25519',
    isHere,
    publicKey,
  }));
  print(context, {
    json,
    data: keys,
    text: () =>
      keys.length === 0
        ? `no keys in ${approverFolder(env)}: \`peerdesk approver init NAME\` makes one`
        : keys.map(({ name, publicKey }) => `${name}=${publicKey}`).join('\n'),
  });
  return undefined;
};

interface ListedKey {
  name: string;
  publicKey: string;
  /** Whether this machine can sign by it. */
  isHere: boolean;
}

/** A passkey is on its device alone: the configuration knows it. */
function keysIn(env: Environment): ListedKey[] {
  const here = approverNames(env).map((name) => {
    const { publicKey } = readApproverKey(env, name);
    return { name, publicKey, isHere: true };
  });
  const named = [...(readApprovers(env) ?? [])].map(([name, publicKey]) => ({ name, publicKey, isHere: false }));
  return [...here, ...named.filter(({ publicKey }) => here.every((one) => one.publicKey !== publicKey))];
}
