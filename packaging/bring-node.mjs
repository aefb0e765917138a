// `postinstall`: fetches a Node that can run TypeScript where the present one cannot, and puts it first on the path of
// npm scripts. Plain JavaScript, because an old Node runs it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'packaging', 'node');
const fetched = join(folder, 'node_modules', 'node');

if (!runsTypeScript(process.versions.node)) {
  console.log(
    `Peerdesk needs Node 22.19 or newer, this is ${process.versions.node}: this checkout brings Node 24 of its own.`,
  );
  if (!isFetched()) execFileSync('npm', ['ci', '--prefix', folder], { stdio: 'inherit' });
  link(fetched, join(root, 'node_modules', 'node'));
  link(join(root, 'node_modules', 'node', 'bin', 'node'), join(root, 'node_modules', '.bin', 'node'));
}

function runsTypeScript(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 19);
}

// `npm ci` empties node_modules each time; the downloaded Node stays beside it.
function isFetched() {
  const program = join(fetched, 'bin', 'node');
  if (!existsSync(program)) return false;
  try {
    return runsTypeScript(execFileSync(program, ['--version'], { encoding: 'utf8' }).trim().slice(1));
  } catch {
    return false;
  }
}

function link(target, path) {
  mkdirSync(join(path, '..'), { recursive: true });
  rmSync(path, { force: true, recursive: true });
  symlinkSync(relative(join(path, '..'), target), path);
}
