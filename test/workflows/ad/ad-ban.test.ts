import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import type { AdView } from '../../../src/workflows/contract/definitions.ts';
import { skipTimeInEachTest } from '../../setup/time-skipping-env.ts';
import { adInput } from '../fixtures.ts';
import { heldUntilCancelled, quietRuntime, untilView, withWorkers, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);
skipTimeInEachTest((created) => {
  env = created;
});

const start = (account: string) =>
  env.client.workflow.start('adMaintenance', {
    workflowId: definitions.adWorkflowId(account, adInput(account).adNumber),
    taskQueue: definitions.groupTaskQueue(account),
    args: [adInput(account)],
  });
type Handle = Awaited<ReturnType<typeof start>>;

const me = { by: 'ana' };
const view = (handle: Handle, holds: (view: AdView) => boolean): Promise<AdView> =>
  untilView(() => handle.query(definitions.adStateQuery), holds);
const banned = (nextRetryDelay: '1 second' | '1 hour') =>
  ApplicationFailure.create({ type: 'IP_BAN', message: 'banned', nextRetryDelay });

interface Banned {
  account: string;
  confirmNoBan: NonNullable<FakeActivities['confirmNoBan']>;
}

/** Runs an ad whose first look meets a ban of two hours. */
async function withBannedAd({ account, confirmNoBan }: Banned, test: (handle: Handle) => Promise<void>): Promise<void> {
  const untilMs = (await env.currentTimeMs()) + 7_200_000;
  let looks = 0;
  const watchMarket: FakeActivities['watchMarket'] = async () => {
    looks += 1;
    if (looks > 1) return heldUntilCancelled();
    return { kind: 'problem', category: 'IP_BAN', code: null, message: 'banned', untilMs };
  };
  await withWorkers(env, { account, activities: { watchMarket, confirmNoBan } }, async () => {
    const handle = await start(account);
    const { state } = await view(handle, (ad) => ad.state.kind === 'blocked');
    expect(state).toMatchObject({ category: 'IP_BAN', untilMs });
    await env.sleep(11_000);
    await test(handle);
    await handle.executeUpdate(definitions.adCommands.stop.update, { args: [me] });
    await handle.result();
  });
}

describe('7.1: an ad and the ban of its address', () => {
  it('I18: a command ends the waiting', async () => {
    let asked = 0;
    const confirmNoBan: Banned['confirmNoBan'] = async () => {
      asked += 1;
      throw banned('1 hour');
    };
    await withBannedAd({ account: 'ban-paused', confirmNoBan }, async (handle) => {
      await handle.executeUpdate(definitions.adCommands.pause.update, { args: [me] });
      await view(handle, (ad) => ad.state.kind === 'paused');
    });
    expect(asked).toBe(1);
  });

  it('is blocked with the category in sight, and runs as soon as the ban is over: a human may clear it', async () => {
    let asked = 0;
    const confirmNoBan: Banned['confirmNoBan'] = async () => {
      asked += 1;
      if (asked < 3) throw banned('1 second');
      return true;
    };
    await withBannedAd({ account: 'ban-cleared', confirmNoBan }, async (handle) => {
      await env.sleep(3_000);
      await view(handle, (ad) => ad.state.kind === 'running');
    });
    expect(asked).toBe(3);
  });
});
