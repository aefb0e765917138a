/** `npm run payments:door`: ten thousand posts to a door that is killed twenty times. Exit code 1: something is lost, or there twice. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { postThroughDeaths } from './door-deaths.ts';

const usage = 'npm run payments:door -- [--posts 10000] [--deaths 20]';
const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '10000' },
    deaths: { type: 'string', default: '20' },
    help: { type: 'boolean', default: false },
  },
});
const posts = Number(values.posts);
const deaths = Number(values.deaths);

async function run(folder: string): Promise<void> {
  const onDeath = (death: number, done: number): void =>
    void process.stdout.write(`death ${death} of ${deaths}: ${done} of ${posts} posts were answered\n`);
  const report = await postThroughDeaths({ folder, posts, deaths, onDeath });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  const { lost, sightings, payments, expectedPayments, isWhole } = report;
  const isRight = lost.length === 0 && sightings === posts && payments === expectedPayments && isWhole;
  process.stdout.write(isRight ? 'ok: nothing is lost, and nothing is there twice\n' : 'NOT ok\n');
  process.exitCode = isRight ? 0 : 1;
}

if (
  values.help ||
  !Number.isInteger(posts) ||
  posts < 1 ||
  !Number.isInteger(deaths) ||
  deaths < 0 ||
  deaths >= posts
) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 4;
} else {
  const folder = mkdtempSync(join(tmpdir(), 'peerdesk-door-'));
  try {
    await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
