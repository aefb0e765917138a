import type { Client, WorkflowHandle } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import type { PricingDecision } from '../domain/pricing/pricing.ts';
import type { PricingRules } from '../domain/pricing/pricing-rules.ts';
import * as definitions from '../workflows/contract/definitions.ts';
import { startAttributes } from './start-attributes.ts';
import type { AdMaintenanceInput, AdView, Operator } from '../workflows/contract/definitions.ts';

export interface AdStart extends AdMaintenanceInput {
  /** What the list in the Web UI shows, such as "SELL USDT/BOB"; no personal data. */
  summary?: string;
}

/** One ad's workflow: read it and command it. Every command answers with the ad's new state, or rejects with the reason. */
export interface AdControl {
  readonly workflowId: string;
  state(): Promise<AdView>;
  /** The freshest decision: the running watch's, else the last one that the workflow acted on. */
  explain(): Promise<AdExplanation>;
  pause(operator: Operator): Promise<AdView>;
  resume(operator: Operator): Promise<AdView>;
  repriceNow(operator: Operator): Promise<AdView>;
  setRules(part: Partial<PricingRules>): Promise<AdView>;
  overridePrice(price: string, forMs: number): Promise<AdView>;
  stop(operator: Operator): Promise<AdView>;
}

export interface AdExplanation {
  decision: PricingDecision | null;
  /** What the watch said last, such as a trouble that it waits out. */
  note: string | null;
  /** Epoch milliseconds of the watch's next look; null when no watch runs. */
  nextCheckAtMs: number | null;
}

/** Starts the workflow of an ad; the one that runs already is kept as it is. Gives its control. */
export async function startAd(client: Client, { summary, ...input }: AdStart): Promise<AdControl> {
  const { account, adNumber, mode } = input;
  await client.workflow.start('adMaintenance', {
    workflowId: definitions.adWorkflowId(account, adNumber),
    taskQueue: definitions.accountTaskQueue(account),
    args: [input],
    workflowIdConflictPolicy: 'USE_EXISTING',
    typedSearchAttributes: startAttributes({ account, mode, state: 'running', adNumber }),
    staticSummary: `${summary ?? `Ad ${adNumber}`} · ${mode}`,
    staticDetails: `Keeps ad ${adNumber} of account ${account} priced between ${input.rules.limits.floor} and ${input.rules.limits.ceiling}.`,
  });
  return adControl(client, account, adNumber);
}

/** The control of an ad's workflow; nothing is called yet. */
export function adControl(client: Client, account: string, adNumber: string): AdControl {
  const workflowId = definitions.adWorkflowId(account, adNumber);
  const handle = client.workflow.getHandle(workflowId);
  return {
    workflowId,
    state: () => handle.query(definitions.adStateQuery),
    explain: () => explain(handle),
    pause: (operator) => handle.executeUpdate(definitions.pauseUpdate, { args: [operator] }),
    resume: (operator) => handle.executeUpdate(definitions.resumeUpdate, { args: [operator] }),
    repriceNow: (operator) => handle.executeUpdate(definitions.repriceNowUpdate, { args: [operator] }),
    setRules: (part) => handle.executeUpdate(definitions.setRulesUpdate, { args: [part] }),
    overridePrice: (price, forMs) =>
      handle.executeUpdate(definitions.overridePriceUpdate, { args: [{ price, forMs }] }),
    stop: (operator) => handle.executeUpdate(definitions.stopUpdate, { args: [operator] }),
  };
}

async function explain(handle: WorkflowHandle): Promise<AdExplanation> {
  const fresh = await watchHeartbeat(handle);
  if (fresh !== null && fresh.decision !== null) return fresh;
  const decision = await handle.query(definitions.adExplainQuery);
  return { decision, note: fresh?.note ?? null, nextCheckAtMs: fresh?.nextCheckAtMs ?? null };
}

/** The last heartbeat of the running watch, as the pending activity shows it. */
async function watchHeartbeat(handle: WorkflowHandle): Promise<AdExplanation | null> {
  const { raw } = await handle.describe();
  const watch = raw.pendingActivities?.find((activity) => activity.activityType?.name === 'watchMarket');
  const payload = watch?.heartbeatDetails?.payloads?.[0];
  if (payload === undefined) return null;
  const beat = defaultPayloadConverter.fromPayload<Partial<AdExplanation> | null>(payload);
  return beat === null ? null : { ...noExplanation, ...beat };
}

const noExplanation: AdExplanation = { decision: null, note: null, nextCheckAtMs: null };
