/** What Temporal and the register have of an order. Nothing of it names its people. */
import { auditTrail, orderCalls, orderControl } from '../../client/index.ts';
import type { KeptEntry } from '../../register/operations/journal.ts';
import { orderWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { withFoundRegister } from '../register/found-register.ts';
import { ask, type TemporalSession } from '../session/temporal-session.ts';
import { partOf, type DeskPart } from './dossier.ts';

/** An order that continues itself has a few. */
const maxRuns = 100;

/** Reads what the desk knows of an order. Never rejects for a part that cannot be read. */
export async function deskPart(
  context: CommandContext,
  session: TemporalSession,
  orderNumber: string,
): Promise<DeskPart> {
  const { client, account, timeoutMs } = session;
  const control = orderControl(client, account, orderNumber).within(timeoutMs);
  const query = `WorkflowId = '${orderWorkflowId(account, orderNumber)}'`;
  return {
    order: await partOf(() => ask(session, control.workflowId, () => control.state())),
    acts: await partOf(async () => (await auditTrail(client, { query, sinceMs: 0, maxRuns })).entries),
    calls: await partOf(() => orderCalls(client, { account, orderNumber })),
    journal: await partOf(() => journalOf(context, session, orderNumber)),
  };
}

function journalOf(context: CommandContext, session: TemporalSession, orderNumber: string): Promise<KeptEntry[]> {
  return withFoundRegister(context, session, async ({ keeper, why }) => {
    if (keeper === null) throw new Error(why);
    return await keeper.orderEntries(orderNumber);
  });
}
