import type { Context, Hono } from 'hono';
import { personKey } from '../../../domain/orders/names/person-name.ts';
import { PageRefused, type Doorway } from '../doorway.ts';
import { LiveLooks } from '../live/live-looks.ts';
import { sightOf, type Sight } from '../live/live-sights.ts';
import { LiveStreams } from '../live/live-streams.ts';

const eventStream = {
  'content-type': 'text/event-stream; charset=utf-8',
  // What stands in front with TLS would keep events back until there are many.
  'x-accel-buffering': 'no',
};

/** A reader who takes nothing for so many events is gone. */
const maxUnread = 20;

/** A page that is open learns when what it shows has changed. */
export function liveRoutes(app: Hono, doorway: Doorway): void {
  const [looks, streams] = [new LiveLooks(), new LiveStreams()];
  app.get('/live', (context) => {
    const sight = sightOf(context.req.query('of') ?? '', doorway.options.desk);
    if (sight === null) throw new PageRefused({ code: 'no-such-page' });
    const visitor = doorway.watcher(context, sight.needed);
    // Who comes is answered with a look of his own.
    doorway.spend(visitor, 'looks');
    const stream = new EventStream(() => wordTo(doorway, context, sight));
    const forget = streams.add({ person: personKey(visitor.person), end: () => stream.end() });
    if (forget === null) throw new PageRefused({ code: 'silent', why: 'too many pages are open' });
    stream.open(looks, sight, forget);
    return context.body(stream.body, 200, eventStream);
  });
}

/** `over`: he may look at this no more. `quiet`: the people of the page cannot be read now. */
type Word = 'on' | 'over' | 'quiet';

/** A look of the page itself is none of its person: the session ends as if it were not. */
function wordTo(doorway: Doorway, context: Context, { needed }: Sight): Word {
  try {
    doorway.watcher(context, needed);
    return 'on';
  } catch (error) {
    return error instanceof PageRefused && error.refusal.code !== 'silent' ? 'over' : 'quiet';
  }
}

/** Each look is an event, by which the page also knows that it is connected: a script does not see comments. */
class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #word: () => Word;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #over: () => void = () => undefined;

  constructor(word: () => Word) {
    this.#word = word;
    this.body = new ReadableStream<Uint8Array>({
      start: (controller) => void (this.#controller = controller),
      cancel: () => this.#release(),
    });
  }

  open(looks: LiveLooks, sight: Sight, forget: () => void): void {
    const stop = looks.watch(sight, (digest) => this.#heed(digest));
    this.#over = () => {
      stop();
      forget();
    };
  }

  end(): void {
    this.#controller?.close();
    this.#release();
  }

  #heed(digest: string | null): void {
    const word = this.#word();
    if (word === 'over') this.#send('event: over\ndata: -\n\n');
    else this.#send(`data: ${word === 'on' && digest !== null ? digest : '-'}\n\n`);
    if (word === 'over' || (this.#controller?.desiredSize ?? 0) < -maxUnread) this.end();
  }

  #send(text: string): void {
    this.#controller?.enqueue(new TextEncoder().encode(text));
  }

  #release(): void {
    this.#controller = null;
    this.#over();
  }
}
