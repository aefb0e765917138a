import { WorkflowNotFoundError } from '@temporalio/client';
import { egressControl, type EgressView } from '../../client/index.ts';
import { CliFailure } from '../kit/cli-failure.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { withTemporal } from '../session/temporal-session.ts';
import { egressText } from '../../words/account-words.ts';
import { timeText } from '../text/time-zone.ts';
import { readOptions } from '../kit/option-values.ts';
import { deskClearBanOptions } from '../options/desk-options.ts';

/** `peerdesk desk clear-ban`: a human knows that the ban of an address is over; calls may leave again. */
export const deskClearBan: CommandRun = async (call, context) => {
  const options = readOptions(deskClearBanOptions, call);
  const operator = operatorOf(options, context.env);
  const egress = options.egress ?? context.env['PEERDESK_EGRESS'] ?? 'default';
  await withTemporal(context, options, async ({ client, timeoutMs }) => {
    const control = egressControl(client, egress).within(timeoutMs);
    const view = await unlessNeverBanned(egress, () => control.clearBan(operator));
    print(context, {
      json: options.json,
      data: view,
      text: () => `egress ${view.egress}: ${egressText(view, timeText)}`,
    });
  });
  return undefined;
};

/** An address has no workflow before its first trouble. */
async function unlessNeverBanned(egress: string, clear: () => Promise<EgressView>): Promise<EgressView> {
  try {
    return await clear();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    throw new CliFailure(ExitCode.NOT_FOUND, `the egress ${egress} was never banned: nothing to clear`);
  }
}
