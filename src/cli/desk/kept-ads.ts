import { adControl, type AdView, type ListedWorkflow } from '../../client/index.ts';
import { enrich, listed, type ListWish } from '../list/listing.ts';
import type { TemporalSession } from '../session/temporal-session.ts';

/** What the kept ads say of themselves, best effort. */
interface AdViews {
  views: AdView[];
  /** What a person should know about what is missing. */
  notes: string[];
}

/** Asks the running ads for their states, as of their last look. */
export async function adViews(
  session: TemporalSession,
  wish: Pick<ListWish, 'allAccounts' | 'limit'>,
): Promise<AdViews> {
  const running = { ...wish, running: true, all: false, needsHuman: false };
  const found = await listed(session, { types: ['adMaintenance'] }, running);
  const query = ({ account, subject }: ListedWorkflow): Promise<AdView> =>
    adControl(session.client, account, subject).state();
  const { rows, notes } = await enrich(session, { rows: found.rows, query });
  return { views: rows.flatMap(({ view }) => (view === null ? [] : [view])), notes: [...notes, ...found.notes] };
}
