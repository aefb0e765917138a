import { readFileSync } from 'node:fs';
import { inProject } from '../../server/project-root.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';

/** `peerdesk version` */
export const version: CommandRun = (call, context) => {
  const data = { peerdesk: packageVersion(), node: process.versions.node };
  const json = call.options['json'] === true;
  print(context, { json, data, text: () => `peerdesk ${data.peerdesk} (Node ${data.node})` });
  return Promise.resolve(undefined);
};

/** Reads package.json; "unknown" when it names no version. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  const known = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return known ? String(manifest.version) : 'unknown';
}
