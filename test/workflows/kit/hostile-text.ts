/** What a stranger may write in the hope that a page in Markdown takes it for more than text. */
export const hostile = 'Q[x](http://evil) <b> | ` *y*\nQ## heading\n``` ';

/** Where a text is in a memory: the names and numbers that lead to it. */
type Path = readonly (string | number)[];

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value === 'string') return [at];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => pathsOf(item, [...at, index]));
  return Object.entries(value).flatMap(([name, item]) => pathsOf(item, [...at, name]));
}

function changed(value: unknown, [first, ...rest]: Path, text: string): unknown {
  if (first === undefined) return text;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (index === first ? changed(item, rest, text) : item));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, name === first ? changed(item, rest, text) : item]),
  );
}

/** Returns what of a page in Markdown a renderer would take for more than text; code in it is taken out first. */
export function rawParts(page: string): string[] {
  const prose = page
    .replaceAll('\\`', '')
    .replace(/^```\n[\s\S]*?^```$/gm, '')
    .replace(/`[^`\n]*`/g, '');
  return [/(?<!\\)\[x/, /\]\(http/, /(?<!\\)<b/, /(?<!\\)\|/, /`/, /(?<!\\)\*y/, /^Q##/m]
    .filter((raw) => raw.test(prose))
    .map(String);
}

interface Shown {
  /** Paths of the texts that the page shows, such as "order.fiat". */
  shown: string[];
  /** Those of them that it shows raw. */
  raw: string[];
}

/**
 * Renders a page once for every text of a memory, with a hostile one in its place. `own`: values of Peerdesk's own lists
 * and numbers, which no stranger writes: they are left as they are.
 */
export function shownTexts<Memory>(
  memory: Memory,
  own: readonly string[],
  page: (memory: Memory) => { details: string },
): Shown {
  const paths = pathsOf(memory).filter((path) => !own.includes(path.join('.')));
  const pages = paths.map((path) => {
    // Of the same form, with another text: what the page makes of it is what is tested.
    const { details } = page(changed(memory, path, hostile) as Memory);
    return { path: path.join('.'), details };
  });
  return {
    shown: pages.filter(({ details }) => /Q\\?\[/.test(details)).map(({ path }) => path),
    raw: pages.filter(({ details }) => rawParts(details).length > 0).map(({ path }) => path),
  };
}
