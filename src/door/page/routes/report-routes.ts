import type { Hono } from 'hono';
import type { Doorway } from '../doorway.ts';
import { reportView } from '../views/report-view.ts';

/** What was traded and earned today. */
export function reportRoutes(app: Hono, doorway: Doorway): void {
  app.get('/report', async (context) => {
    const visitor = doorway.visitor(context, 'view');
    const { desk } = doorway.options;
    const answer = await doorway.look(context, visitor, async () => ({ shown: await desk.today() }));
    const shown = 'shown' in answer ? answer.shown : [answer];
    return doorway.page(context, { title: 'Today', visitor, shown }, reportView(shown));
  });
}
