import { execFileSync } from 'node:child_process';
import { inProject } from '../src/server/project-root.ts';
import { buildPackage } from './build-package.ts';

const folder = inProject('dist', 'package');
buildPackage(folder);
execFileSync('npm', ['pack', folder, '--pack-destination', inProject('dist')], {
  stdio: ['ignore', 'inherit', 'ignore'],
});
