import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { approverFolder, approverNames, readApproverKey } from './approver-files.ts';
import { readOptions } from '../kit/option-values.ts';
import { approverListOptions } from '../options/approver-options.ts';

/** `peerdesk approver list`: the keys of this machine, in the form of a worker's configuration. */
export const approverList: CommandRun = async (call, context) => {
  const { json } = readOptions(approverListOptions, call);
  const { env } = context;
  const keys = approverNames(env).map((name) => ({ name, publicKey: readApproverKey(env, name).publicKey }));
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
