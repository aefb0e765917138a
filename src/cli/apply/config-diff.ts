import { z } from 'zod';
import { print } from '../command-context.ts';
import type { CommandRun } from '../command-spec.ts';
import { ExitCode } from '../exit-code.ts';
import { readOptions } from '../option-values.ts';
import { changeLine, verbOf } from './change-text.ts';
import { planShape, withPlans } from './file-plan.ts';

const schema = z.object(planShape);

/** `peerdesk config diff`: what `config apply` would do; changes nothing. */
export const configDiff: CommandRun = async (call, context) => {
  const options = readOptions(schema, call);
  return await withPlans(options, context, (plans) => {
    const changes = plans.flatMap((plan) => plan.changes);
    print(context, {
      json: options.json,
      data: {
        changes: changes.map((planned) => ({ ...planned, does: verbOf(planned.change), text: changeLine(planned) })),
      },
      text: () =>
        changes.length === 0 ? 'nothing to do: what runs is what the file says' : changes.map(changeLine).join('\n'),
    });
    return Promise.resolve(changes.length === 0 ? ExitCode.OK : ExitCode.DIFFERENT);
  });
};
