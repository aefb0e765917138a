import { html } from 'hono/html';
import { adStops, type AdPlace, type AdStop, type PageAd, type PageAnswer, type PageList } from '../page-desk.ts';
import { alertView, fieldsView, goesOnView, hiddenView, shadowView, type Html } from './layout.ts';
import { rowsView } from './list-view.ts';
import { adPath } from './paths.ts';

/** Returns the ads of all accounts, the most urgent first. */
export const adsView = (ads: PageAnswer<PageList<AdPlace>>): Html =>
  'missing' in ads
    ? alertView(`The ads cannot be shown: ${ads.missing}`)
    : rowsView(ads.shown, { pathOf: adPath, empty: 'No ad is kept.' });

interface AdSight {
  readonly place: AdPlace;
  readonly ad: PageAnswer<PageAd>;
  readonly seal: string;
  readonly mayStop: boolean;
}

/** Returns all that is said of an ad, and what the visitor may do with it. One that cannot be shown can be stopped. */
export function adView({ place, ad, seal, mayStop }: AdSight): Html {
  const stops = 'missing' in ad ? adStops : ad.shown.stops;
  return html`${'missing' in ad ? alertView(`The ad cannot be shown: ${ad.missing}`) : factsView(ad.shown)}
  ${mayStop && stops.length > 0 ? stopView({ place, seal, stops }) : ''}`;
}

const factsView = ({ isShadow, needsYou, fields }: PageAd): Html =>
  html`${shadowView(isShadow)}
    <section class="card ${needsYou ? 'need' : ''}">${fieldsView(fields)}</section>`;

const labels: Readonly<Record<AdStop, string>> = { pause: 'Pause: its price stays', offline: 'Take it offline' };

const stopView = ({ place, seal, stops }: Pick<AdSight, 'place' | 'seal'> & Pick<PageAd, 'stops'>): Html =>
  html`<form class="card" method="post">
    ${hiddenView({ seal })}
    <label for="note">Why it is stopped (may be empty)</label>
    <input type="text" id="note" name="note" maxlength="200" />
    ${stops.map((how) => html`<button class="stop" formaction="${adPath(place)}/${how}">${labels[how]}</button>`)}
    ${goesOnView('What is stopped', `ad resume ${place.adNumber} --account ${place.account}`, false)}
  </form>`;
