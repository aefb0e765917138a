import type { Context } from 'hono';
import type { Doorway, Visitor } from '../doorway.ts';
import type { Done } from '../page-desk.ts';
import type { Html } from '../views/layout.ts';
import { doneView } from '../views/done-view.ts';

interface DoneSight {
  readonly visitor: Visitor;
  readonly done: Done;
  /** The event of the log. */
  readonly what: string;
  /** Where it is looked at. */
  readonly back: string;
  /** What the person may press next. */
  readonly next?: Html;
}

const statuses = { done: 200, unmet: 200, refused: 409, uncertain: 503 } as const;
const titles = {
  done: 'Done',
  unmet: 'Taken: read what follows',
  refused: 'Refused',
  uncertain: 'Not certain',
} as const;

/** Answers with what became of what was pressed, and notes it in the log. */
export function donePage(doorway: Doorway, context: Context, { visitor, done, what, back, next }: DoneSight) {
  const { session } = visitor;
  doorway.options.logger.info({ event: what, key: session.keyName, end: done.end }, done.line);
  context.status(statuses[done.end]);
  return doorway.page(context, { title: titles[done.end], visitor }, doneView(done, back, next));
}
