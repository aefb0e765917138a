import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { expect } from 'vitest';
import { adControl } from '../../../src/client/index.ts';
import type { WatchMarketInput, WatchMarketVerdict } from '../../../src/activities/activity-contract.ts';
import type { AdFacts } from '../../../src/domain/ads/ad-facts.ts';
import { noGuardHits } from '../../../src/domain/pricing/guard-hits.ts';
import type { PricingDecision } from '../../../src/domain/pricing/pricing-decision.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import type { AdMaintenanceInput, AdView } from '../../../src/workflows/contract/definitions.ts';
import { adFacts, adInput, decision } from '../fixtures.ts';
import { heldUntilCancelled, untilView, withWorkers, type FakeActivities } from '../workflow-harness.ts';

export const me = { by: 'ana' };

/** Starts an ad; a malformed input goes as it is. */
export function startAdWorkflow({ client }: TestWorkflowEnvironment, input: AdMaintenanceInput) {
  return client.workflow.start('adMaintenance', {
    workflowId: definitions.adWorkflowId(input.account, input.adNumber),
    taskQueue: definitions.groupTaskQueue(input.account),
    args: [input],
  });
}

export type AdHandle = Awaited<ReturnType<typeof startAdWorkflow>>;

/** Reads the state of an ad until it holds. Where something else than the state must hold, it is read after that does. */
export async function viewOf(handle: AdHandle, holds: (view: AdView) => boolean): Promise<AdView> {
  const read = (): Promise<AdView> => handle.query(definitions.adStateQuery);
  const view = await untilView(read, holds);
  return holds.length === 0 ? read() : view;
}

type Look = Partial<Extract<WatchMarketVerdict, { kind: 'quiet' }>>;

const lookFacts = { referencePrice: '9.50', boundSinceMs: null, guardHits: noGuardHits, atMs: 0 };

/** A look after which the price is set. */
export function setTo(
  price: string,
  part: Partial<Extract<WatchMarketVerdict, { kind: 'set' }>> = {},
): WatchMarketVerdict {
  return { ...lookFacts, kind: 'set', decision: decision(price), ad: adFacts(), ...part };
}

/** A look after which nothing has to be done. */
export function quietAt(price: string, part: Look = {}): WatchMarketVerdict {
  const kept: PricingDecision = { ...decision(price), action: 'keep', reason: 'at-target' };
  return { ...lookFacts, kind: 'quiet', decision: kept, ad: adFacts({ price }), ...part };
}

export function offlineLook(status: AdFacts['status'] = 'offline'): WatchMarketVerdict {
  return { kind: 'ad-not-online', ad: adFacts({ status }) };
}

export interface FakeMarket {
  inputs: WatchMarketInput[];
  /** What the next looks find. */
  verdicts: WatchMarketVerdict[];
  watchMarket: NonNullable<FakeActivities['watchMarket']>;
}

/** A market that returns the verdicts one after the other, and then stays quiet. */
export function market(verdicts: WatchMarketVerdict[]): FakeMarket {
  const inputs: WatchMarketInput[] = [];
  const watchMarket: FakeMarket['watchMarket'] = async (input) => {
    inputs.push(input);
    const verdict = verdicts.shift();
    if (verdict !== undefined) return verdict;
    return input.periodMs === 0 ? quietAt('9.50') : heldUntilCancelled();
  };
  return { inputs, verdicts, watchMarket };
}

/** An activity's error for a refusal by the service. */
export function refusal(type: string, code: string | null, message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, type, { code, endpoint: 'update', message, retryAfterMs: null });
}

interface AdRun {
  env: TestWorkflowEnvironment;
  account: string;
  activities: FakeActivities;
  input?: Partial<AdMaintenanceInput>;
}

/** Runs one ad while `test` runs; stopped after it. */
export async function withAd(
  { env, account, activities, input = {} }: AdRun,
  test: (handle: AdHandle) => Promise<void>,
): Promise<void> {
  await withWorkers(env, { account, activities }, async () => {
    const handle = await startAdWorkflow(env, adInput(account, input));
    await test(handle);
    // As an operator does: a command whose task the server had to repeat is sent again.
    await adControl(env.client, account, adInput(account, input).adNumber).stop(me);
    expect(await handle.result()).toMatchObject({ state: 'stopped' });
  });
}

/** Stops an ad, and waits for its end. */
export async function stopAd(handle: AdHandle): Promise<void> {
  await handle.executeUpdate(definitions.adCommands.stop.update, { args: [me] });
  expect(await handle.result()).toMatchObject({ state: 'stopped' });
}

/** The length of a block or cooldown, from the refusal on. */
export function blockedMs({ state, lastProblem }: AdView): number {
  return 'untilMs' in state ? state.untilMs - (lastProblem?.atMs ?? 0) : 0;
}
