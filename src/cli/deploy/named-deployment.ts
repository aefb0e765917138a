import type { Client } from '@temporalio/client';
import { z } from 'zod';
import { deploymentControl, deploymentNames, type DeploymentControl } from '../../client/versions/deployment-client.ts';
import { CliFailure, misuse } from '../kit/cli-failure.ts';
import type { Environment } from '../kit/command-context.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { buildIdForm } from '../options/deploy-options.ts';

/** An argument or an option that names a version. */
export const buildIdValue = z.string().regex(buildIdForm, 'must be a build id as `peerdesk deploy status` shows it');

/**
 * Returns the deployment that a command is about: of its option, else of PEERDESK_DEPLOYMENT, else the only one of the
 * namespace. Rejects when there is none, or more than one.
 */
export async function namedDeployment(
  client: Client,
  option: string | undefined,
  env: Environment,
): Promise<DeploymentControl> {
  const name = option ?? env['PEERDESK_DEPLOYMENT'];
  const names = await deploymentNames(client);
  if (name !== undefined && name !== '') {
    if (names.includes(name)) return deploymentControl(client, name);
    throw notFound(`there is no deployment ${name}${names.length === 0 ? '' : ` (there is ${names.join(', ')})`}`);
  }
  const [only, ...others] = names;
  if (only === undefined) throw notFound('no worker of this namespace has a deployment');
  if (others.length === 0) return deploymentControl(client, only);
  throw misuse(`say which deployment: --deployment ${names.join(' or ')}`);
}

function notFound(problem: string): CliFailure {
  return new CliFailure(
    ExitCode.NOT_FOUND,
    `${problem}: a worker with PEERDESK_DEPLOYMENT=NAME makes one; without it an upgrade is a stop and a start`,
  );
}
