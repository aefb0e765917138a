import type { WorkerVersion } from '../../client/versions/worker-version.ts';
import { ConfigurationError } from '../../config/environment/service-environment.ts';
import { workflowsHash } from '../../workers/bundle/bundle-source.ts';
import type { Environment } from '../kit/command-context.ts';
import { packageVersion } from './version-show.ts';
import { buildIdForm, deploymentForm } from '../options/deploy-options.ts';

/** Long enough to distinguish the builds of one release. */
const hashLength = 8;

/**
 * Returns the version that a worker serves: PEERDESK_DEPLOYMENT and PEERDESK_BUILD_ID, by default the release with a hash
 * of the workflows. Null without a deployment: there is one version at a time. Rejects with ConfigurationError.
 */
export async function ownVersion(env: Environment): Promise<WorkerVersion | null> {
  const deploymentName = env['PEERDESK_DEPLOYMENT'] ?? '';
  const buildId = env['PEERDESK_BUILD_ID'] ?? '';
  if (deploymentName === '') {
    if (buildId === '') return null;
    throw new ConfigurationError(
      'PEERDESK_BUILD_ID needs PEERDESK_DEPLOYMENT, the name of the deployment it belongs to',
    );
  }
  if (!deploymentForm.test(deploymentName)) {
    throw new ConfigurationError('PEERDESK_DEPLOYMENT must be letters, digits, dash and underscore, at most 40');
  }
  if (buildId === '') return { deploymentName, buildId: await defaultBuildId() };
  if (buildIdForm.test(buildId)) return { deploymentName, buildId };
  throw new ConfigurationError('PEERDESK_BUILD_ID must be letters, digits and . + - _, at most 80');
}

async function defaultBuildId(): Promise<string> {
  return `${packageVersion()}-${(await workflowsHash()).slice(0, hashLength)}`;
}
