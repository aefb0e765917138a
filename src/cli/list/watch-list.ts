import { setTimeout as delay } from 'node:timers/promises';
import { columnsOf, note, type CommandContext } from '../kit/command-context.ts';
import { describeFailure } from '../session/failure-report.ts';
import type { ListKind, ListPicture } from './list-kind.ts';
import { printableJsonLine, printableText } from '../kit/printable-text.ts';
import { inFreshTime, type TemporalSession } from '../session/temporal-session.ts';
import { openTerminalPage } from '../text/terminal-page.ts';
import { timeText } from '../text/time-zone.ts';

interface Watch<Row> {
  context: CommandContext;
  session: TemporalSession;
  json: boolean;
  /** How the user calls it: the heading of the page. */
  path: string;
  kind: Pick<ListKind<Row>, 'idOf' | 'lineOf'>;
  look: () => Promise<ListPicture<Row>>;
  everyMs: number;
  /** Aborts when the person ends it. */
  signal: AbortSignal;
}

/**
 * Shows a list until the signal aborts: a page that is redrawn on a terminal, else one line for each change. The first
 * look must succeed; a later one that fails is said and tried again.
 */
export async function watchList<Row>(watch: Watch<Row>): Promise<void> {
  const { context, session, look, everyMs, signal } = watch;
  const first = await look();
  const ended = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const show = context.stdout.rows === undefined || watch.json ? changeLines(watch) : page(watch);
  try {
    show.picture(first);
    while (context.stdout.destroyed !== true) {
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const looking = inFreshTime(session, look).catch((error: unknown) => trouble(context, error));
      // Ctrl-C does not wait for an answer.
      const seen = await Promise.race([looking, ended]);
      if (seen === undefined) return;
      if ('rows' in seen) show.picture(seen);
      else show.trouble(seen.line);
    }
  } finally {
    show.end();
  }
}

async function trouble({ env }: CommandContext, error: unknown): Promise<{ line: string }> {
  const { line } = await describeFailure(error, env);
  return { line };
}

interface Shown<Row> {
  picture(picture: ListPicture<Row>): void;
  trouble(line: string): void;
  end(): void;
}

function page<Row>({ context, path }: Watch<Row>): Shown<Row> {
  const terminal = openTerminalPage(context.stdout);
  let last: ListPicture<Row> | null = null;
  const draw = (troubles: string[]): void => {
    const heading = `${path} at ${timeText(Date.now())}, Ctrl-C ends it`;
    const text = printableText(last?.text(columnsOf(context)) ?? '');
    const notes = [...(last?.notes ?? []), ...troubles].map(printableText);
    terminal.draw([heading, '', ...text.split('\n'), ...(notes.length === 0 ? [] : ['', ...notes])]);
  };
  return {
    picture: (picture) => {
      last = picture;
      draw([]);
    },
    trouble: (line) => draw([`${line}; tried again`]),
    end: () => terminal.close(),
  };
}

function changeLines<Row>({ context, json, kind }: Watch<Row>): Shown<Row> {
  let known = new Map<string, string>();
  let said = '';
  const say = (line: string): void => {
    if (line !== said && line !== '') note(context, line);
    said = line;
  };
  const write = (change: string, line: string, row?: Row): void => {
    const at = { at: new Date().toISOString(), change };
    context.stdout.write(
      json
        ? `${printableJsonLine(row === undefined ? { ...at, gone: line } : { ...at, ...row })}\n`
        : `${printableText(`${timeText(Date.now())} ${change} ${line}`).replaceAll('\n', ' ')}\n`,
    );
  };
  return {
    picture: ({ rows, notes }) => {
      const now = new Map(rows.map((row) => [kind.idOf(row), kind.lineOf(row)]));
      for (const row of rows) {
        const before = known.get(kind.idOf(row));
        const line = kind.lineOf(row);
        if (before !== line) write(before === undefined ? 'new' : 'changed', line, row);
      }
      for (const id of known.keys()) if (!now.has(id)) write('gone', id);
      known = now;
      say(notes.join('; '));
    },
    trouble: (line) => say(`${line}; tried again`),
    end: () => undefined,
  };
}
