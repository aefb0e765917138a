import { visibilityQuery } from '../../client/index.ts';
import { note, print, type CommandContext } from '../kit/command-context.ts';
import type { CommandCall } from '../kit/command-spec.ts';
import type { ListKind, ListPicture } from './list-kind.ts';
import { listFilter, readListOptions, type ListOptions } from './listing.ts';
import { withTemporal, type TemporalSession } from '../session/temporal-session.ts';
import { listenForShutdown } from '../process/shutdown-signal.ts';
import { textTable } from '../text/text-table.ts';
import { watchList } from './watch-list.ts';
import { noteWebUi } from './web-ui-link.ts';

const everyMs = 2_000;

/** Runs a command that lists: once, or with --watch until it is stopped. */
export async function runList<Row>(
  call: CommandCall,
  context: CommandContext,
  kind: ListKind<Row>,
): Promise<undefined> {
  const options = readListOptions(call);
  const { json, watch } = options;
  await withTemporal(context, options, async (session) => {
    const look = (): Promise<ListPicture<Row>> => pictureOf({ session, options, context }, kind);
    if (watch)
      return await untilStopped((signal) =>
        watchList({ context, session, json, path: call.path, kind, look, everyMs, signal }),
      );
    const { rows, notes, text } = await look();
    print(context, { json, data: rows, text });
    for (const line of notes) note(context, line);
    if (!json) noteWebUi(context, session, visibilityQuery(listFilter(session.account, kind.type, options)));
  });
  return undefined;
}

/** Runs a watch until Ctrl-C or SIGTERM. */
export async function untilStopped(watch: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const shutdown = listenForShutdown();
  try {
    await watch(shutdown.signal);
  } finally {
    shutdown.release();
  }
}

interface Looking {
  session: TemporalSession;
  options: ListOptions;
  context: CommandContext;
}

async function pictureOf<Row>({ session, options, context }: Looking, kind: ListKind<Row>): Promise<ListPicture<Row>> {
  const { rows, notes } = await kind.look(session, options, context);
  const columns = kind.columns(Date.now(), options, rows);
  const text = (width: number): string =>
    rows.length === 0 ? kind.empty(session, options) : textTable(columns, rows, width);
  return { rows, notes, text };
}
