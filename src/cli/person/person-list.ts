import { misuse } from '../kit/cli-failure.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { readOptions } from '../kit/option-values.ts';
import { personListOptions } from '../options/person-options.ts';
import { chosenRegister } from '../register/register-choice.ts';
import { withRegister } from '../register/with-register.ts';
import { accountOf } from '../session/effective-environment.ts';
import { peopleCsv } from './people-file.ts';
import { personRows, personTable } from './person-text.ts';

/** `peerdesk person list`: who is blocked, and of whom something is noted. */
export const personList: CommandRun = async (call, context) => {
  const options = readOptions(personListOptions, call);
  if (options.csv && options.json) throw misuse('--csv and --json exclude each other: leave one out');
  const account = accountOf(options.account, context.env);
  const { place } = chosenRegister(options, context);
  const people = await withRegister(place, async ({ register }) => {
    const { entries } = await register.restrictions({ account });
    return personRows({ entries, remarks: await register.remarks({ account }) });
  });
  if (options.csv) context.stdout.write(peopleCsv(people));
  else print(context, { json: options.json, data: people, text: (columns) => personTable(people, columns) });
  return undefined;
};
