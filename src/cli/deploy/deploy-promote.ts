import { setTimeout as delay } from 'node:timers/promises';
import type { DeploymentControl, DeploymentView, LeftWorkflow } from '../../client/versions/deployment-client.ts';
import { leftText } from '../../domain/version-state.ts';
import { CliFailure, refusal } from '../kit/cli-failure.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { requireConsent } from '../session/consent.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { inFreshTime, type TemporalSession, withTemporal } from '../session/temporal-session.ts';
import { pinAll, withoutVersion } from './pin-all.ts';
import { buildIdValue, namedDeployment } from './named-deployment.ts';
import { readArgument, readOptions } from '../kit/option-values.ts';
import { deployPromoteOptions } from '../options/deploy-options.ts';

const roundMs = 500;

/** `peerdesk deploy promote`: all that is new goes to a version, and what follows versions goes on there. */
export const deployPromote: CommandRun = async (call, context) => {
  const buildId = readArgument(buildIdValue, call, { index: 0, name: 'the version' });
  const options = readOptions(deployPromoteOptions, call);
  return withTemporal(context, options, async (session) => {
    const { deployment, before } = await untilServed(async () => {
      const named = await namedDeployment(session.client, options.deployment, context.env);
      const view = await named.view();
      await refuseUnserved(named, view, buildId);
      return { deployment: named, before: view };
    });
    if (before.current !== buildId) {
      await requireConsent(context, { agreed: options.yes, what: effectText(before, buildId) });
    }
    if (before.current !== null && before.current !== buildId && !options.withUnversioned) {
      await keepOnCurrent(session, deployment, { current: before.current, buildId });
    }
    const woken = await inFreshTime(session, async () => {
      if (before.current !== buildId) await deployment.promote(buildId);
      return wakeAll(deployment, buildId);
    });
    const unversioned = await pinAll(session, deployment);
    await inFreshTime(session, async () => {
      const after = await deployment.view();
      const data = { ...after, woken, before: before.current, unversioned };
      print(context, { json: options.json, data, text: () => promotedText(after, buildId, unversioned) });
    });
    return unversioned.length === 0 ? ExitCode.OK : ExitCode.ERROR;
  });
};

/** A worker that says that it is ready is known to the server a moment later. */
const servedLimitMs = 5_000;

/** Repeats a look that refuses, for a moment. Rejects with the last refusal. */
async function untilServed<T>(look: () => Promise<T>): Promise<T> {
  const untilMs = Date.now() + servedLimitMs;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (!(error instanceof CliFailure) || Date.now() >= untilMs) throw error;
      await delay(roundMs);
    }
  }
}

/** Refuses a version that no worker serves: its workflows would wait for no one. */
async function refuseUnserved(deployment: DeploymentControl, view: DeploymentView, buildId: string): Promise<void> {
  const known = view.versions.map((version) => version.buildId);
  if (!known.includes(buildId)) {
    throw new CliFailure(
      ExitCode.NOT_FOUND,
      `deployment ${view.deployment} has no version ${buildId} (it has ${known.join(', ')}): start its worker first`,
    );
  }
  const unserved = await deployment.unserved(buildId);
  if (unserved.length === 0) return;
  throw refusal(`no worker of ${buildId} serves ${unserved.join(', ')}: start it, and wait for its "worker ready"`);
}

/**
 * What runs without a version goes on with whichever is current at its next task: before another one is, each gets the
 * present one, whose code has its history. Rejects when one does not.
 */
async function keepOnCurrent(
  session: TemporalSession,
  deployment: DeploymentControl,
  { current, buildId }: { current: string; buildId: string },
): Promise<void> {
  const left = await pinAll(session, deployment);
  if (left.length === 0) return;
  throw refusal(
    `${withoutVersion(left)}, and no worker of ${current} has answered their tasks: they would go on with ${buildId}, with histories that it may not take. Start the worker of ${current}, and see in the Web UI whether their tasks fail; where \`peerdesk replay --workflow-id\` says safe, promote with --with-unversioned`,
  );
}

function effectText({ deployment, current }: DeploymentView, buildId: string): string {
  const from = current === null ? '' : ` after ${current}`;
  return `deployment ${deployment}: ${buildId} becomes current${from}; ads, desks and guards go on with it, new orders begin on it`;
}

/** News of a promotion reaches the parts of a server one after the other. */
const rounds = 10;

/** Wakes what follows versions, until nothing is left or for some seconds; `deploy drain` goes on. */
async function wakeAll(deployment: DeploymentControl, buildId: string): Promise<number> {
  let most = 0;
  for (let round = 0; round < rounds; round += 1) {
    await delay(roundMs);
    const woken = await deployment.wake(buildId);
    most = Math.max(most, woken);
    if (woken === 0) break;
  }
  return most;
}

function promotedText(
  { deployment, versions }: DeploymentView,
  buildId: string,
  unversioned: readonly LeftWorkflow[],
): string {
  const old = versions.filter((version) => version.buildId !== buildId && version.orders + version.others > 0);
  const left = old.map(
    (version) =>
      `${leftText(version)} left on ${version.buildId}: keep its worker until \`peerdesk deploy drain ${version.buildId}\` says that it may be stopped`,
  );
  const none =
    unversioned.length === 0 ? [] : [`${withoutVersion(unversioned)}: its worker has not answered their tasks`];
  return [`${buildId} is the current version of deployment ${deployment}`, ...none, ...left].join('\n');
}
