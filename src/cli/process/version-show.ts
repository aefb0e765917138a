import { print } from '../command-context.ts';
import type { CommandRun } from '../command-spec.ts';
import { packageVersion } from '../program.ts';

/** `peerdesk version` */
export const version: CommandRun = (call, context) => {
  const data = { peerdesk: packageVersion(), node: process.versions.node };
  const json = call.options['json'] === true;
  print(context, { json, data, text: () => `peerdesk ${data.peerdesk} (Node ${data.node})` });
  return Promise.resolve(undefined);
};
