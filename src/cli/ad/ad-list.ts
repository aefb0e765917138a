import { adControl, type AdView, type ListedWorkflow } from '../../client/index.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import type { ListKind, Look } from '../list/list-kind.ts';
import { runList } from '../list/list-output.ts';
import { enrich, listed, type ListWish } from '../list/listing.ts';
import type { TemporalSession } from '../session/temporal-session.ts';
import { adColumns, adLine, adRow, byUrgency, type AdRow } from './ad-rows.ts';

/** `peerdesk ad list`: the server's visibility, with price, rank and reason of running ads. */
export const adList: CommandRun = (call, context) => runList(call, context, ads);

const ads: ListKind<AdRow> = {
  type: 'adMaintenance',
  look: lookAtAds,
  columns: adColumns,
  empty: ({ account }, { allAccounts }) =>
    `${allAccounts ? 'no account keeps an ad' : `account ${account} keeps no ads`}: start one with \`peerdesk ad start\``,
  idOf: ({ workflowId, startedAtMs }) => `${workflowId} ${startedAtMs}`,
  lineOf: adLine,
};

/** Returns the ads of a list with their states, the most urgent first. */
export async function lookAtAds(session: TemporalSession, options: ListWish): Promise<Look<AdRow>> {
  const found = await listed(session, { types: ['adMaintenance'] }, options);
  const query = ({ account, subject }: ListedWorkflow): Promise<AdView> =>
    adControl(session.client, account, subject).state();
  const { rows, notes } = await enrich(session, { rows: found.rows, query });
  return { rows: rows.map(adRow).toSorted(byUrgency), notes: [...notes, ...found.notes] };
}
