import { note, print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { changeLine, plannedData } from './change-text.ts';
import { remarkLines, withPlans } from './file-plan.ts';
import { planText } from './plan-text.ts';
import { workerPart } from './worker-part.ts';
import { readOptions } from '../kit/option-values.ts';
import { planOptions } from '../options/config-options.ts';

/** `peerdesk config diff`: what `config apply` would do; changes nothing. */
export const configDiff: CommandRun = async (call, context) => {
  const options = readOptions(planOptions, call);
  const workers = await workerPart(options, context);
  return await withPlans(options, context, (plans) => {
    const changes = plans.flatMap((plan) => plan.changes);
    const lines = [...changes.map(changeLine), ...workers.lines];
    const { kept, wrong } = remarkLines(plans);
    for (const line of [...kept, ...wrong]) note(context, line);
    print(context, {
      json: options.json,
      data: {
        kept,
        wrong,
        changes: changes.map(plannedData),
        workers: workers.lines,
      },
      text: () => planText(lines, wrong),
    });
    const done = wrong.length === 0 ? ExitCode.OK : ExitCode.REFUSED;
    return Promise.resolve(lines.length === 0 ? done : ExitCode.DIFFERENT);
  });
};
