import { setTimeout as delay } from 'node:timers/promises';
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { deskControl, guardControl, startAd, startDesk } from '../../client/index.ts';
import { noReleaseRules } from '../../domain/orders/release-rules.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import { pricingRulesSchema } from '../../domain/pricing/pricing-rules.ts';
import { settingVariable } from '../../config/environment/settings-environment.ts';
import type { DeskAd } from '../../simulator/standalone.ts';

/** The demo's account alias. */
export const demoAccount = 'demo';

/** People watch a demo: it looks and polls more often than a real desk, on a simulator that allows it. */
export const demoSettings = {
  marketIntervalMs: 2_000,
  priceRangeTtlMs: 2_000,
  orderPollIntervalMs: 1_500,
  accountRequestsPerSecond: 20,
  // A bad day of the demo bans for ten seconds.
  ipBanMinimumMs: 0,
} satisfies Partial<DeskSettings>;

/** The account's limit at the simulator: as many requests as the desk's own budget allows, over a longer window. */
export const demoRateLimit = { requests: demoSettings.accountRequestsPerSecond * 10, windowMs: 10_000 };

/** The settings as the environment of a worker carries them. */
export function settingsEnvironment(settings: Partial<DeskSettings>): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [settingVariable(key), String(value)]));
}

/** Starts the desk and its ads, or joins those of an earlier run. */
export async function startDemoDesk(client: Client, deskAds: readonly DeskAd[]): Promise<void> {
  await startDesk(client, {
    account: demoAccount,
    egress: 'default',
    mode: 'sim',
    release: (await hasGuard(client)) ? null : { ...noReleaseRules, policy: 'paid' },
    adoptAds: null,
    settings: demoSettings,
  });
  for (const ad of deskAds) await startDemoAd(client, ad);
}

/** The guard of an earlier run keeps the rules that someone may have set since. */
async function hasGuard(client: Client): Promise<boolean> {
  try {
    await client.workflow.getHandle(guardControl(client, demoAccount).workflowId).describe();
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

async function startDemoAd(client: Client, ad: DeskAd): Promise<void> {
  await startAd(client, {
    account: demoAccount,
    adNumber: ad.adNumber,
    mode: 'sim',
    rules: pricingRulesSchema.parse({
      strategy: { kind: 'undercut', ticks: 1 },
      limits: { floor: ad.floor, ceiling: ad.ceiling },
      // Baits of the recordings come from people who complete few of their orders.
      filter: { minFinishRate: 0.8 },
    }),
    settings: demoSettings,
    summary: `${ad.side} ${ad.asset}/${ad.fiat}`,
  });
}

/** Waits until the desk answers, which proves that a worker serves it. Rejects after the limit. */
export async function untilDeskAnswers(client: Client, limitMs: number): Promise<void> {
  const endMs = Date.now() + limitMs;
  const control = deskControl(client, demoAccount);
  for (;;) {
    try {
      await client.withDeadline(Date.now() + 5_000, () => control.state());
      return;
    } catch (error) {
      if (Date.now() >= endMs) throw error;
      await delay(250);
    }
  }
}
