import { setTimeout as delay } from 'node:timers/promises';
import type { DeploymentControl, LeftWorkflow } from '../../client/versions/deployment-client.ts';
import { leftText, type VersionFacts, versionAdvice } from '../../domain/version-state.ts';
import { CliFailure, refusal } from '../kit/cli-failure.ts';
import { print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { inFreshTime, withTemporal } from '../session/temporal-session.ts';
import { textTable } from '../text/text-table.ts';
import { buildIdValue, namedDeployment } from './named-deployment.ts';
import { readArgument, readOptions, type OptionsOf } from '../kit/option-values.ts';
import { deployDrainOptions } from '../options/deploy-options.ts';

type DrainOptions = OptionsOf<typeof deployDrainOptions>;

const shown = 20;
const lookMs = 1_000;
/** The server's lists are a moment old: what has begun just before a promotion may not be in them. */
const settledMs = 5_000;

interface Drain {
  facts: VersionFacts;
  left: LeftWorkflow[];
  drained: boolean;
}

/** `peerdesk deploy drain`: what is left on a version, and whether its worker may be stopped. */
export const deployDrain: CommandRun = (call, context) => {
  const buildId = readArgument(buildIdValue, call, { index: 0, name: 'the version' });
  const options = readOptions(deployDrainOptions, call);
  return withTemporal(context, options, async (session) => {
    const deployment = await namedDeployment(session.client, options.deployment, context.env);
    const woken = new Set<string>();
    const look = (): Promise<Drain> => inFreshTime(session, () => lookAt(deployment, buildId, woken));
    const drain = options.wait ? await untilDrained(look, options) : await look();
    tell(context, options, drain);
    return drain.drained ? ExitCode.OK : ExitCode.ERROR;
  });
};

async function untilDrained(look: () => Promise<Drain>, { waitLimit }: DrainOptions): Promise<Drain> {
  const untilMs = Date.now() + waitLimit;
  for (;;) {
    const drain = await look();
    if (drain.drained) return drain;
    if (Date.now() >= untilMs) {
      throw new CliFailure(ExitCode.TIMEOUT, `${leftText(drain.facts)} left on ${drain.facts.buildId}: wait on`, {
        ...drain,
      });
    }
    await delay(lookMs);
  }
}

/**
 * The first look that is late enough also wakes what could have gone on with the current version, each run once: what
 * stays has a worker that does not answer, and its history must not grow with each look.
 */
async function lookAt(deployment: DeploymentControl, buildId: string, woken: Set<string>): Promise<Drain> {
  const view = await deployment.view();
  const facts = view.versions.find((version) => version.buildId === buildId);
  if (facts === undefined) {
    throw new CliFailure(
      ExitCode.NOT_FOUND,
      `deployment ${view.deployment} has no version ${buildId}: see \`peerdesk deploy status\``,
    );
  }
  refuseActive(facts);
  const isSettled = Date.now() - (view.currentSinceMs ?? 0) > settledMs;
  if (view.current !== null && facts.others > 0 && isSettled) await deployment.wake(view.current, woken);
  const left = await deployment.left(buildId, shown);
  return { facts, left, drained: isSettled && left.length === 0 && facts.orders + facts.others === 0 };
}

function refuseActive({ buildId, isCurrent, isRamping }: VersionFacts): void {
  if (isCurrent)
    throw refusal(`${buildId} is the current version: promote another one first (\`peerdesk deploy promote\`)`);
  if (isRamping) throw refusal(`${buildId} gets a part of what is new: end the ramp first`);
}

function tell(context: CommandContext, { json }: DrainOptions, drain: Drain): void {
  print(context, { json, data: drain, text: () => drainText(drain) });
}

function drainText({ facts, left, drained }: Drain): string {
  const { buildId, workers } = facts;
  if (drained) {
    const stop = workers.length === 0 ? 'no worker of it runs' : `its worker may be stopped: ${workers.join(', ')}`;
    return `${buildId} is drained: ${stop}`;
  }
  if (left.length === 0) return `${buildId} was replaced a moment ago: look again in some seconds, or use --wait`;
  const table = textTable(
    [
      { title: 'left', cell: ({ workflowId }) => workflowId },
      { title: 'since', cell: ({ startedAtMs }) => new Date(startedAtMs).toISOString() },
    ],
    left,
  );
  const advice = versionAdvice(facts);
  const more = facts.orders + facts.others > left.length ? ['…'] : [];
  return [
    `${leftText(facts)} left on ${buildId}: keep its worker`,
    table,
    ...more,
    ...(advice === null ? [] : [advice]),
  ].join('\n');
}
