import { z } from 'zod';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { flagValue, readOptions } from '../kit/option-values.ts';
import { approverFolder, approverNames, readApproverKey } from './approver-files.ts';

const schema = z.object({ json: flagValue });

/** `peerdesk approver list`: the keys of this machine, in the form of a worker's configuration. */
export const approverList: CommandRun = async (call, context) => {
  const { json } = readOptions(schema, call);
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
