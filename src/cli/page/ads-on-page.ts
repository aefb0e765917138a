/** Ads on the page, in the words of `ad list` and `ad show`, and what is done with them by the commands of that name. */
import type { AdPlace, PageAd, PageDesk, PageList } from '../../door/page/page-desk.ts';
import { modeTitle } from '../../words/people/page-words.ts';
import { lookAtAds } from '../ad/ad-list.ts';
import { adOffline } from '../ad/ad-market-place.ts';
import { adPause } from '../ad/ad-operate.ts';
import { adColumns, byUrgency, type AdRow } from '../ad/ad-rows.ts';
import { lookAtAd } from '../ad/ad-show.ts';
import { adFields } from '../ad/ad-text.ts';
import { printableText } from '../kit/printable-text.ts';
import type { TemporalSession } from '../session/temporal-session.ts';
import { endText } from '../session/workflow-end-text.ts';
import { callOf, capturedCommand } from './captured-command.ts';
import { cellFields, listWish, shownByTemporal, type ContextOf } from './look-for-page.ts';
import { stopsOfAd } from './page-stops.ts';

/** Returns what the page asks of the ads of these accounts. */
export function adsOnPage(
  accounts: readonly [string, ...string[]],
  contextOf: ContextOf,
): Pick<PageDesk, 'ads' | 'ad' | 'stopAd'> {
  const [first] = accounts;
  return {
    ads: () => shownByTemporal(contextOf(first), first, (session) => adsOf(session, accounts)),
    ad: ({ account, adNumber }) => shownByTemporal(contextOf(account), account, (session) => adOf(session, adNumber)),
    stopAd: ({ account, adNumber }, how, { by, note }) => {
      const why = note ?? undefined;
      const [run, said] = how === 'pause' ? [adPause, { note: why }] : [adOffline, { reason: why }];
      const call = callOf(`peerdesk ad ${how}`, [adNumber], { account, by, ...said });
      return capturedCommand(contextOf(account), (context) => run(call, context));
    },
  };
}

async function adsOf(session: TemporalSession, accounts: readonly string[]): Promise<PageList<AdPlace>> {
  const looks = await Promise.all(
    accounts.map((account) => lookAtAds({ ...session, account }, listWish(account, 'ads'))),
  );
  const rows = looks.flatMap((look) => look.rows).toSorted(byUrgency);
  const columns = adColumns(Date.now(), { allAccounts: accounts.length > 1 });
  return {
    rows: rows.map((row: AdRow) => ({
      place: { account: row.account, adNumber: row.adNumber },
      title: `Ad ${row.adNumber}${modeTitle(row.mode)}`,
      needsYou: row.needsHuman,
      fields: cellFields(columns, row, 'AD'),
    })),
    notes: [...new Set(looks.flatMap(({ notes }) => notes))].map(printableText),
  };
}

async function adOf(session: TemporalSession, adNumber: string): Promise<PageAd> {
  const { view, end } = await lookAtAd(session, adNumber);
  const ended = end === null ? [] : [['its workflow', endText(end)] as const];
  return {
    isShadow: view.mode === 'shadow',
    needsYou: view.needsHuman,
    fields: [...ended, ...adFields(view)].flatMap(([name, text]) =>
      text === null || text === '' ? [] : [[name, printableText(String(text))] as const],
    ),
    stops: end === null ? stopsOfAd(view) : [],
  };
}
