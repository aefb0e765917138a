import type { Hono } from 'hono';
import { z } from 'zod';
import { PageRefused, type Doorway } from '../doorway.ts';
import { wordView } from '../views/devices-view.ts';
import { actFields, unsignedPage } from './signed-act.ts';

/** An admin lets a person make a passkey: his own signs that he does. */
export function peopleRoutes(app: Hono, doorway: Doorway): void {
  const { enrolments, logger, origin, timeText } = doorway.options;
  app.post('/people/enrol', async (context) => {
    const { visitor, form } = await doorway.presser(context, 'admin', { person: z.string().max(40), ...actFields });
    const person = visitor.people.names.find((name) => name === form.person);
    if (person === undefined) throw new PageRefused({ code: 'unreadable', field: 'person' });
    const act = { name: 'draw-enrolment', of: person } as const;
    const says = `Draw a word by which ${person} makes a passkey. Earlier words for ${person} count no more.`;
    const asking = { visitor, act, form, says, sentTo: '/people/enrol', fields: { person } };
    const page = unsignedPage(doorway, context, asking);
    if (page !== null) return page;
    const by = visitor.session.keyName;
    const { word, expiresAtMs } = enrolments.draw({ person, by }, doorway.nowMs());
    // The word itself is for the person alone.
    logger.info(
      { event: 'enrolment-drawn', key: by, person },
      `${by} has drawn a word by which ${person} makes a passkey`,
    );
    const view = wordView({ person, word, until: timeText(expiresAtMs), address: `${origin}/enrol` });
    return doorway.page(context, { title: `A word for ${person}`, visitor }, view);
  });
}
