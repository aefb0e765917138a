import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { connectTemporal, orderWorkflowId, startAd, startDesk } from '../../../src/client/index.ts';
import { readCodec } from '../../../src/codec/codec-environment.ts';
import { newKeyLine } from '../../../src/codec/key-ring.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { cacheDirs } from '../../../src/server/cache-dir.ts';
import { loadBundle } from '../../../src/workers/bundle/load-bundle.ts';
import { runPeerdesk } from '../../setup/run-peerdesk.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { account, noRules, openDeskWorld, quickSettings, until, type DeskWorld } from '../desk-harness.ts';
import { environmentOf } from '../operator.ts';
import { compatibleVersionOf, nextVersionOf } from './next-version.ts';
import { cacheWith, replayFigures, said, take } from './version-world.ts';

const rules = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '9.00', ceiling: '11.00' },
});

const quiet = { debug: () => undefined, warn: () => undefined };

/** What the server shows of a workflow: how far it has come. */
async function eventsOf({ client }: DeskWorld, workflowId: string): Promise<number> {
  return (await client.workflow.getHandle(workflowId).describe()).historyLength;
}

/** How many of its tasks a worker has answered; one that a killed worker left ends by itself. */
async function answeredTasks({ client }: DeskWorld, workflowId: string): Promise<number> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const answers = (events ?? []).filter(
    ({ workflowTaskCompletedEventAttributes: done, workflowTaskFailedEventAttributes: failed }) =>
      (done ?? failed ?? null) !== null,
  );
  return answers.length;
}

it.each(['clear', 'sealed'] as const)(
  'ADR 0025: a worker of other code replays what is open before it polls, and refuses what would stand still (%s)',
  async (kind) => {
    const world = await openDeskWorld();
    if (kind === 'sealed') {
      const keys = join(await temporaryDirectory(), 'codec.keys');
      await writeFile(keys, `${newKeyLine(0)}\n`, { mode: 0o600 });
      world.env['PEERDESK_CODEC_KEYS_FILE'] = keys;
    }
    // Its inputs are sealed, too.
    const peerdesk = await connectTemporal({ ...world, codec: readCodec(world.env) });
    onTestFinished(() => peerdesk.close());
    const { client } = peerdesk;
    const { code } = await loadBundle({ kind, cacheDirs: cacheDirs(process.env), logger: quiet });
    const [first, same, next] = await Promise.all(
      [code, compatibleVersionOf(code), nextVersionOf(code)].map((part) => cacheWith(part, kind)),
    );
    const start = (cacheDir: string | undefined, ...args: string[]) =>
      world.startWorker({ PEERDESK_CACHE_DIR: cacheDir }, args);
    const worker = start(first);
    const release = { policy: 'approve', amountCap: null, counterparty: noRules } as const;
    const desk = { account, egress: account, mode: 'sim', adoptAds: null, settings: quickSettings } as const;
    await startDesk(client, { ...desk, release });
    const adNumber = world.simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
    await startAd(client, { account, adNumber, mode: 'sim', rules, settings: quickSettings });
    const order = take(world, adNumber);
    const workflowId = orderWorkflowId(account, order);
    await until(
      'the order has begun',
      () => eventsOf(world, workflowId),
      (events) => events > 5,
    );
    await worker.kill();

    // What the same code left needs no replay; that is how a worker starts which was killed.
    const again = start(first);
    await said(world, 'this process leads');
    await until(
      'it leads again',
      world.log,
      (lines) => lines.split('this process leads: it calls the service').length === 3,
    );
    expect(await world.log()).not.toContain('open workflows of another build');
    await again.kill();

    const before = await answeredTasks(world, workflowId);
    const refusedMs = performance.now();
    const refused = await runPeerdesk(['worker'], {
      ...environmentOf(world),
      PEERDESK_CACHE_DIR: next ?? '',
    });
    expect(refused.stderr).toMatch(/peerdesk: .*do not replay on this code: .*\(Workflow activation /);
    expect(refused.stderr).toContain(workflowId);
    expect(refused.stderr).toContain('--accept-broken-histories serves all the same');
    expect(refused.exitCode).toBe(6);
    process.stdout.write(
      `incompatible, ${kind}: refused with exit code 6 after ${Math.round(performance.now() - refusedMs)} ms, its whole start\n`,
    );
    expect(await answeredTasks(world, workflowId)).toBe(before);

    // Another build that takes them serves at once, and a rolled-back one after it.
    const compatible = start(same);
    await said(world, 'replay on this code');
    process.stdout.write(`compatible, ${kind}: ${await replayFigures(world)}\n`);
    await until(
      'the compatible one leads',
      world.log,
      (lines) => lines.split('this process leads: it calls the service').length === 4,
    );
    await compatible.kill();

    start(next, '--accept-broken-histories');
    await said(world, 'they stand still, which was accepted');
  },
);
