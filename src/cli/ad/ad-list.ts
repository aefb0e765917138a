import { adControl } from '../../client/index.ts';
import type { AdView } from '../../client/index.ts';
import { print } from '../command-context.ts';
import type { CommandRun } from '../command-spec.ts';
import { enrich, listSchema, listed } from '../listing.ts';
import type { Enriched } from '../listing.ts';
import { readOptions } from '../option-values.ts';
import { withTemporal } from '../temporal-session.ts';
import { textTable } from '../text-table.ts';
import type { Column } from '../text-table.ts';

/** `peerdesk ad list`: what visibility knows, with price, rank and reason of what runs. */
export const adList: CommandRun = async (call, context) => {
  const options = readOptions(listSchema, call);
  await withTemporal(context, options, async (session) => {
    const rows = await listed(session, 'adMaintenance', options);
    const { client, account } = session;
    const query = ({ subject }: { subject: string }): Promise<AdView> => adControl(client, account, subject).state();
    const ads = (await enrich(context, session, { rows, query })).map(adRow);
    print(context, {
      json: options.json,
      data: ads,
      text: () => (ads.length === 0 ? 'no ads: start one with `peerdesk ad start`' : textTable(columns, ads)),
    });
  });
  return undefined;
};

function adRow({ row, view }: Enriched<AdView>) {
  const { subject, ...rest } = row;
  return {
    adNumber: subject,
    ...rest,
    ...details(view, row.state),
  };
}

function details(view: AdView | null, listedState: string | null) {
  if (view === null) return { state: listedState, price: null, rank: null, reprices: null, why: null };
  const { state, price, rank, reprices, why } = view;
  return { state: state.kind, price, rank, reprices, why };
}

const columns: Column<ReturnType<typeof adRow>>[] = [
  { title: 'AD', cell: (ad) => ad.adNumber },
  { title: 'SIDE', cell: (ad) => ad.side },
  { title: 'PAIR', cell: (ad) => ad.pair },
  { title: 'STATE', cell: (ad) => (ad.status === 'running' ? ad.state : ad.status) },
  { title: 'PRICE', cell: (ad) => ad.price, align: 'right' },
  { title: 'RANK', cell: (ad) => ad.rank, align: 'right' },
  { title: 'REPRICES', cell: (ad) => ad.reprices, align: 'right' },
  { title: 'MODE', cell: (ad) => ad.mode },
  { title: 'WHY', cell: (ad) => (ad.needsHuman ? `needs you: ${ad.why ?? ''}` : ad.why) },
];
