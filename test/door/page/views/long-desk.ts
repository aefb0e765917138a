/** A page at a port of this machine whose desk says all that it says with long names and amounts. */
import { freePort } from '../../../../src/server/free-port.ts';
import type { PageDesk } from '../../../../src/door/page/page-desk.ts';
import { openPage } from '../../../../src/door/page/page-server.ts';
import { PageWorld } from '../page-fixture.ts';

/** A name without a place to break it, and an amount beside it. */
const long = `MariaFernandaDeLosAngelesQuispeMamaniVillarroel 12345678901234.56 BOB ${'9'.repeat(60)}`;

/** What a page says in sentences; fields have a name and a text. */
const sentences: ReadonlySet<string> = new Set([
  'stand',
  'lacks',
  'notes',
  'lines',
  'doubts',
  'head',
  'line',
  'missing',
]);

const isField = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');

function lengthened(value: unknown, isSaid = false): unknown {
  if (typeof value === 'string') return isSaid ? `${value} ${long}` : value;
  if (isField(value) && !isSaid) return [value[0], `${value[1]} ${long}`];
  if (Array.isArray(value)) return value.map((one) => lengthened(one, isSaid));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value);
  // They are names of buttons, and no field.
  return Object.fromEntries(
    parts.map(([name, part]) => [name, name === 'stops' ? part : lengthened(part, sentences.has(name))]),
  );
}

/** Returns a desk that answers everything as another one does, at length. */
function longDesk(desk: PageDesk): PageDesk {
  const answers = Object.entries(desk).map(([name, part]: [string, unknown]) => {
    if (typeof part !== 'function') return [name, part] as const;
    return [name, async (...said: unknown[]) => lengthened(await Reflect.apply(part, desk, said))] as const;
  });
  return { ...desk, ...(Object.fromEntries(answers) as Partial<PageDesk>) };
}

interface LongPage {
  readonly world: PageWorld;
  readonly origin: string;
  /** Lets the key of a line that the page has shown count. */
  readonly enrol: (line: string) => void;
}

/** Opens the page; it is over by `atEnd`. */
export async function openLongPage(atEnd: (end: () => Promise<void>) => unknown): Promise<LongPage> {
  const world = new PageWorld();
  const browser = 'Samsung Internet on Android';
  world.notified = [{ id: 'a'.repeat(32), keyName: 'ana+phone', browser, sinceMs: world.nowMs, miss: null }];
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const keys = new Map<string, string>();
  const { options } = world;
  const desk = longDesk(options.desk);
  const people = () => ({ ...options.people(), keys });
  const page = await openPage({ host: '127.0.0.1', port }, { ...options, origin, people, desk });
  atEnd(page.close);
  const enrol = (line: string): void => {
    const end = line.indexOf('=');
    keys.set(line.slice(0, end), line.slice(end + 1));
  };
  return { world, origin, enrol };
}
