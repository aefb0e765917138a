/** `npm run package`: writes two tarballs into dist/, the whole of Peerdesk and the exchange client alone. */
import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { inProject } from '../src/server/project-root.ts';
import { buildPackage, keepClientAlone } from './build-package.ts';

const folder = inProject('dist', 'package');

/** Returns the path of the tarball. */
function pack(): string {
  const options = ['--pack-destination', inProject('dist'), '--silent'];
  return inProject('dist', execFileSync('npm', ['pack', folder, ...options], { encoding: 'utf8' }).trim());
}

buildPackage(folder);
const whole = pack();
// Both have the same name for npm, so the second would replace the first.
const kept = `${whole}.whole`;
renameSync(whole, kept);
keepClientAlone(folder);
const client = whole.replace(/peerdesk-(?=[^/]*$)/, 'peerdesk-exchange-');
renameSync(pack(), client);
renameSync(kept, whole);
process.stdout.write(`${whole}\n${client}\n`);
