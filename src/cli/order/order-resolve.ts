import { placementControl, type Resolution } from '../../client/index.ts';
import { speakerOf } from '../approver/sign-word.ts';
import { misuse } from '../kit/cli-failure.ts';
import { print } from '../kit/command-context.ts';
import { requireConsent } from '../session/consent.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ruleBoth } from '../register/kept-ruling.ts';
import { ask, withTemporal } from '../session/temporal-session.ts';
import { commandOrders } from './command-orders.ts';
import { placementLine } from './order-text.ts';
import { numberIdValue, readArgument, readOptions, type OptionsOf } from '../kit/option-values.ts';
import { orderResolveOptions, type outcomes } from '../options/order-options.ts';

/** The cost of a wrong ruling. With "done" nothing is sent. */
const consequences: Readonly<Partial<Record<(typeof outcomes)[number], string>>> = {
  'not-done': 'after "not-done" the step may be sent again: if it did happen, it happens twice',
  'give-up': 'after "give-up" the desk does no more about it, and you finish it in the app',
};
type ResolveOptions = OptionsOf<typeof orderResolveOptions>;

/** `peerdesk order record-outcome`: a human's ruling on an unknown outcome. It needs a note for the audit. */
export const orderResolve: CommandRun = async (call, context) => {
  const options = readOptions(orderResolveOptions, call);
  const { operator, sign } = speakerOf(options, context);
  const { by } = operator;
  const resolution = resolutionOf(options, by);
  if (options.orderNumber !== undefined && !options.placement)
    throw misuse('--order-number belongs to --placement: leave it out');
  const what = consequences[options.outcome];
  if (what !== undefined) await requireConsent(context, { agreed: options.yes, what });
  if (!options.placement) {
    return await commandOrders({ call, context, options, verb: 'resolve', by }, (control) =>
      control.resolve(resolution),
    );
  }
  const requestId = readArgument(numberIdValue, call, { index: 0, name: 'the placement' });
  const { orderNumber } = options;
  const ruling = orderNumber === undefined ? resolution : { ...resolution, orderNumber };
  await withTemporal(context, options, async (session) => {
    const control = placementControl(session.client, session.account, requestId).within(session.timeoutMs);
    const tell = async (): Promise<void> => {
      const view = await ask(session, control.workflowId, () => control.resolve(ruling));
      print(context, { json: options.json, data: view, text: () => placementLine(view) });
    };
    if (options.outcome !== 'not-done') return await tell();
    const kept = { step: 'place', subject: requestId, by, note: resolution.note } as const;
    await ruleBoth({ context, session, json: options.json, sign }, kept, tell);
  });
  return undefined;
};

function resolutionOf({ outcome, note }: ResolveOptions, by: string): Resolution {
  if (note === undefined) throw misuse('--note is missing: explain how you know, it is recorded in the history');
  return { outcome, by, note };
}
