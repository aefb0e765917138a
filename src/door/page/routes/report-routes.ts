import type { Hono } from 'hono';
import type { Doorway } from '../doorway.ts';
import { reportView } from '../views/report-view.ts';

/** What was traded and earned today. */
export function reportRoutes(app: Hono, doorway: Doorway): void {
  app.get('/report', async (context) => {
    const visitor = doorway.visitor(context, 'view');
    const shown = await doorway.options.desk.today();
    return doorway.page(context, { title: 'Today', visitor, shown }, reportView(shown));
  });
}
