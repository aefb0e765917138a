import { blockKey, blockText } from '../../domain/orders/counterparty.ts';
import { dealingCounts } from '../../domain/people/dealing.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { readOptions } from '../kit/option-values.ts';
import { personReadOptions } from '../options/person-options.ts';
import { chosenRegister } from '../register/register-choice.ts';
import { withRegister } from '../register/with-register.ts';
import { accountOf } from '../session/effective-environment.ts';
import { personOf, personRow, personText, typedPerson } from './person-text.ts';

/** `peerdesk person show`: one person, and what was with them before. */
export const personShow: CommandRun = async (call, context) => {
  const options = readOptions(personReadOptions, call);
  const target = personOf(typedPerson(call));
  const account = accountOf(options.account, context.env);
  const { place } = chosenRegister(options, context);
  const person = blockKey(target);
  const { row, orders } = await withRegister(place, async ({ register }) => ({
    row: personRow(target, {
      entries: (await register.restrictions({ account })).entries,
      remarks: await register.remarks({ account }),
    }),
    orders: await register.dealings({ account, person }),
  }));
  const data = { ...row, person: blockText(target), ...dealingCounts(orders), dealings: orders };
  print(context, { json: options.json, data, text: () => personText(row, orders) });
  return undefined;
};
