import { html } from 'hono/html';
import type { AdPlace, PageAd, PageAnswer, PageList } from '../page-desk.ts';
import { alertView, fieldsView, goesOnView, hiddenView, type Html } from './layout.ts';
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
export const adView = ({ place, ad, seal, mayStop }: AdSight): Html =>
  html`${'missing' in ad ? alertView(`The ad cannot be shown: ${ad.missing}`) : factsView(ad.shown)}
  ${mayStop && ('missing' in ad || ad.shown.isKept) ? stopView(place, seal) : ''}`;

const factsView = ({ needsYou, fields }: PageAd): Html =>
  html`<section class="card ${needsYou ? 'need' : ''}">${fieldsView(fields)}</section>`;

const stopView = (place: AdPlace, seal: string): Html =>
  html`<form class="card" method="post" action="${adPath(place)}/pause">
    ${hiddenView({ seal })}
    <label for="note">Why it is stopped (may be empty)</label>
    <input type="text" id="note" name="note" maxlength="200" />
    <button class="stop">Pause: its price stays</button>
    <button class="stop" formaction="${adPath(place)}/offline">Take it offline</button>
    ${goesOnView('What is stopped', `ad resume ${place.adNumber} --account ${place.account}`, false)}
  </form>`;
