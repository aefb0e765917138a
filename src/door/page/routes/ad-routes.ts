import type { Hono } from 'hono';
import { isEnough } from '../../../domain/people/page-role.ts';
import type { Doorway } from '../doorway.ts';
import { adStops, type AdPlace } from '../page-desk.ts';
import { adView, adsView } from '../views/ad-view.ts';
import { adPath } from '../views/paths.ts';
import { donePage } from './done-page.ts';
import { noteField } from './fields.ts';
import { adPlaceOf } from './places.ts';

/** Ads: to stop one needs a session alone, as with an order; what is stopped goes on at the machine of the desk. */
export function adRoutes(app: Hono, doorway: Doorway): void {
  const { desk } = doorway.options;
  app.get('/ads', async (context) => {
    const visitor = doorway.visitor(context, 'view');
    const shown = await doorway.look(context, visitor, () => desk.ads());
    return doorway.page(context, { title: 'Ads', visitor, shown }, adsView(shown));
  });

  app.get('/ads/:account/:number', async (context) => {
    const visitor = doorway.visitor(context, 'view');
    const place = adPlaceOf(doorway, context);
    const mayStop = isEnough(visitor.role, 'hold');
    const ad = await doorway.look(context, visitor, () => desk.ad(place));
    const view = adView({ place, ad, seal: visitor.session.seal, mayStop });
    return doorway.page(context, { title: titleOf(place), visitor, shown: ad }, view);
  });

  for (const how of adStops)
    app.post(`/ads/:account/:number/${how}`, async (context) => {
      const { visitor, form } = await doorway.presser(context, 'hold', { note: noteField });
      const place = adPlaceOf(doorway, context);
      const done = await desk.stopAd(place, how, { by: visitor.person, note: form.note });
      return donePage(doorway, context, { visitor, done, what: how, back: adPath(place) });
    });
}

const titleOf = ({ account, adNumber }: AdPlace): string => `Ad ${adNumber} of ${account}`;
