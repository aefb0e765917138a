import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { inProject } from '../../src/server/project-root.ts';
import { codeBlocks } from '../project/documents/markdown.ts';
import { readProjectFile } from '../project/project-files.ts';
import { startPeerdesk } from '../setup/run-peerdesk.ts';

const readySchema = z.object({
  baseUrl: z.string(),
  apiKey: z.string(),
  apiSecret: z.string(),
  ads: z.array(z.object({ adNumber: z.string(), side: z.string() })),
});
type Ready = z.infer<typeof readySchema>;

/** Runs the example as its reader does, and returns its output. */
async function runExample({ baseUrl, apiKey, apiSecret }: Ready, whileRunning: () => Promise<void>): Promise<string> {
  const keys = { PEERDESK_BASE_URL: baseUrl, PEERDESK_API_KEY: apiKey, PEERDESK_API_SECRET: apiSecret };
  const child = spawn(process.execPath, [inProject('examples', 'exchange.ts')], {
    env: { PATH: process.env['PATH'], ...keys },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close');
  while (child.exitCode === null) {
    await whileRunning();
    await Promise.race([ended, delay(200)]);
  }
  await ended;
  expect([child.exitCode, output]).toEqual([0, expect.any(String)]);
  return output;
}

it('the programs of docs/exchange.md are those of examples/', () => {
  expect(codeBlocks(readProjectFile('docs/exchange.md'), 'ts')).toEqual([
    readProjectFile('examples/exchange.ts').trimEnd(),
    readProjectFile('examples/exchange-safety.ts').trimEnd(),
  ]);
});

it('examples/exchange.ts runs against the simulator as docs/exchange.md says, by its package name', async () => {
  const { child, firstLine, ended } = await startPeerdesk([
    'simulator',
    '--port',
    '0',
    '--json',
    '--orders-per-minute',
    '1',
  ]);
  const ready = readySchema.parse(JSON.parse(await firstLine));
  const adNumber = ready.ads.find(({ side }) => side === 'SELL')?.adNumber;
  // The chat's login has no receipt, so orders arrive until the example has heard of one.
  const takeAd = async (): Promise<void> => {
    const body = JSON.stringify({ adNumber });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${ready.baseUrl}/_sim/orders`, { method: 'POST', headers, body });
  };
  const output = await runExample(ready, takeAd);
  expect(output.split('\n').map((line) => line.replace(/\d+(\.\d+)?/g, '#').replace(/by .*/, 'by ...'))).toEqual([
    expect.stringMatching(/^own ad #: SELL \w+ at # \w+, online$/),
    'best of # offers: # by ...',
    'price confirmed: #',
    expect.stringMatching(/^refused: getUserOrderDetail \w+, sent: yes\. \w/),
    expect.stringMatching(/^order #: \w+$/),
    'done',
    '',
  ]);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ exitCode: 0, stderr: '' });
});
