import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { createApproverKey } from './approver-files.ts';
import { readArgument, readOptions, textValue } from '../kit/option-values.ts';
import { approverInitOptions } from '../options/approver-options.ts';

/** `peerdesk approver init`: a key pair for one person who approves releases. */
export const approverInit: CommandRun = async (call, context) => {
  const { json } = readOptions(approverInitOptions, call);
  const name = readArgument(textValue, call, { index: 0, name: 'the name' });
  const { file, publicKey } = createApproverKey(context.env, name);
  print(context, {
    json,
    data: { name, file, publicKey },
    text: () =>
      [
        `private key in ${file}: it stays on this machine, and anyone who has it approves as ${name}`,
        'a line for the worker, in the file that approvers_file of [account.NAME.release] names, beside approvals = "signed" (or in PEERDESK_APPROVERS):',
        `${name}=${publicKey}`,
      ].join('\n'),
  });
  return undefined;
};
