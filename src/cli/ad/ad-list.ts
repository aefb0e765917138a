import { adControl, type AdView } from '../../client/index.ts';
import { print } from '../command-context.ts';
import type { CommandRun } from '../command-spec.ts';
import { durationText } from '../duration.ts';
import { enrich, listSchema, listed, type Enriched } from '../listing.ts';
import { readOptions } from '../option-values.ts';
import { withTemporal } from '../temporal-session.ts';
import { textTable, type Column } from '../text-table.ts';

/** `peerdesk ad list`: the server's visibility, with price, rank and reason of running ads. */
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
      text: () =>
        ads.length === 0
          ? `account ${account} keeps no ads: start one with \`peerdesk ad start\``
          : textTable(columns, ads),
    });
  });
  return undefined;
};

type AdRow = ReturnType<typeof adRow>;

/** In shadow the intended price is shown beside the real one. */
function priceCell({ price, intendedPrice }: AdRow): string | null {
  return intendedPrice === null ? price : `${price ?? ''} (${intendedPrice})`;
}

/** How old the look is that rank, price and reason come from. */
function ageText(lookedAtMs: number | null, nowMs: number): string | null {
  return lookedAtMs === null
    ? null
    : `${durationText(Math.max(0, Math.round((nowMs - lookedAtMs) / 1_000)) * 1_000)} ago`;
}

function adRow({ row, view }: Enriched<AdView>) {
  const { subject, ...rest } = row;
  return {
    adNumber: subject,
    ...rest,
    ...details(view, row.state),
  };
}

function details(view: AdView | null, listedState: string | null) {
  if (view === null) return { ...unknown, state: listedState };
  const { state, price, intendedPrice, rank, reprices, intents, lookedAtMs, asks } = view;
  const why = asks[0] ?? view.why;
  return { state: state.kind, price, intendedPrice, rank, reprices, intents, lookedAtMs, why };
}

const unknown = {
  price: null,
  intendedPrice: null,
  rank: null,
  reprices: null,
  intents: null,
  lookedAtMs: null,
  why: null,
};

const columns: Column<AdRow>[] = [
  { title: 'AD', cell: (ad) => ad.adNumber },
  { title: 'SIDE', cell: (ad) => ad.side },
  { title: 'PAIR', cell: (ad) => ad.pair },
  { title: 'STATE', cell: (ad) => (ad.status === 'running' ? ad.state : ad.status) },
  { title: 'PRICE', cell: priceCell, align: 'right' },
  { title: 'RANK', cell: (ad) => ad.rank, align: 'right' },
  { title: 'REPRICES', cell: (ad) => ad.reprices, align: 'right' },
  { title: 'SEEN', cell: (ad) => ageText(ad.lookedAtMs, Date.now()), align: 'right' },
  { title: 'MODE', cell: (ad) => ad.mode },
  { title: 'WHY', cell: (ad) => (ad.needsHuman ? `needs you: ${ad.why ?? ''}` : ad.why) },
];
