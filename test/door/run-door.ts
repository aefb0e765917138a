/** `npm run payments:door`: ten thousand posts to a door that is killed twenty times. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postThroughDeaths } from './door-deaths.ts';

const [posts = 10_000, deaths = 20] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'peerdesk-door-'));
try {
  const report = await postThroughDeaths({ folder, posts, deaths });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  const isRight = report.lost.length === 0 && report.sightings === posts && report.payments === report.expectedPayments;
  process.exitCode = isRight && report.isWhole ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
