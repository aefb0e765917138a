import { versionAdvice, versionState } from '../../domain/version-state.ts';
import type { DeploymentView, LeftWorkflow } from '../../client/versions/deployment-client.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { withTemporal } from '../session/temporal-session.ts';
import { textTable } from '../text/text-table.ts';
import { withoutVersion } from './pin-all.ts';
import { namedDeployment } from './named-deployment.ts';
import { readOptions } from '../kit/option-values.ts';
import { deployOptions } from '../options/deploy-options.ts';

/** `peerdesk deploy status`: the versions of a deployment, and what is left on each. */
export const deployStatus: CommandRun = async (call, context) => {
  const options = readOptions(deployOptions, call);
  await withTemporal(context, options, async ({ client }) => {
    const deployment = await namedDeployment(client, options.deployment, context.env);
    const view = await deployment.view();
    const versions = view.versions.map((facts) => ({
      ...facts,
      state: versionState(facts),
      advice: versionAdvice(facts),
    }));
    const unversioned = view.current === null ? [] : await deployment.unversioned();
    const data = { ...view, versions, unversioned };
    print(context, {
      json: options.json,
      data,
      text: () => [statusText(view), ...unversionedLine(view, unversioned)].join('\n'),
    });
  });
  return undefined;
};

function unversionedLine({ current }: DeploymentView, unversioned: readonly LeftWorkflow[]): string[] {
  if (unversioned.length === 0) return [];
  return [`${withoutVersion(unversioned)}: \`peerdesk deploy promote ${current}\` lets them go on with it`];
}

function statusText({ deployment, current, versions }: DeploymentView): string {
  const table = textTable(
    [
      { title: 'version', cell: ({ buildId }) => buildId },
      { title: 'state', cell: versionState },
      { title: 'workers', cell: ({ workers }) => workers.length, align: 'right' },
      { title: 'orders left', cell: ({ orders }) => orders, align: 'right' },
      { title: 'others left', cell: ({ others }) => others, align: 'right' },
    ],
    versions,
  );
  const advice = versions.map(versionAdvice).filter((line) => line !== null);
  const none = current === null ? ['no version was promoted: workers without a deployment get what is new'] : [];
  return [`deployment ${deployment}`, table, ...none, ...advice].join('\n');
}
