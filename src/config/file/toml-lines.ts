type Path = readonly (string | number)[];

/** Where the keys of a TOML text stand. */
interface TomlLines {
  /** Returns the line of a key, counted from 1; of the nearest table around it when the key itself is not written. */
  lineOf: (path: Path) => number;
}

/**
 * Finds the line of every key: the parser reports positions of its own errors only. The text is valid TOML, which the
 * parser has confirmed, so that only strings, brackets and the end of a value have to be distinguished.
 */
export function tomlLines(text: string): TomlLines {
  const lines = new LineScanner(text).scan();
  return {
    lineOf: (path) => {
      for (let length = path.length; length > 0; length -= 1) {
        const line = lines.get(name(path.slice(0, length)));
        if (line !== undefined) return line;
      }
      return 1;
    },
  };
}

const name = (path: Path): string => JSON.stringify(path.map(String));

const bareKey = /[\w-]/;
const quotes = ['"""', "'''", '"', "'"] as const;

class LineScanner {
  readonly #text: string;
  readonly #lines = new Map<string, number>();
  /** How many tables an array of tables has so far. */
  readonly #counts = new Map<string, number>();
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text.replaceAll('\r\n', '\n');
  }

  scan(): ReadonlyMap<string, number> {
    let table: Path = [];
    for (this.#skipBlank(); this.#at < this.#text.length; this.#skipBlank()) {
      if (this.#peek() === '[') table = this.#header();
      else this.#entry(table);
    }
    return this.#lines;
  }

  #peek(): string {
    return this.#text[this.#at] ?? '';
  }

  #step(count = 1): void {
    for (let left = count; left > 0 && this.#at < this.#text.length; left -= 1) {
      if (this.#text[this.#at] === '\n') this.#line += 1;
      this.#at += 1;
    }
  }

  /** Blanks, ends of lines and comments; commas too, which part the values of arrays and inline tables. */
  #skipBlank(): void {
    while (this.#at < this.#text.length) {
      const letter = this.#peek();
      if (letter === '#') while (this.#at < this.#text.length && this.#peek() !== '\n') this.#step();
      else if (/[\s,]/.test(letter)) this.#step();
      else return;
    }
  }

  #note(path: Path, line = this.#line): void {
    const key = name(path);
    if (!this.#lines.has(key)) this.#lines.set(key, line);
  }

  #header(): Path {
    const line = this.#line;
    const isArray = this.#text.startsWith('[[', this.#at);
    this.#step(isArray ? 2 : 1);
    const keys = this.#keys(']');
    this.#step(isArray ? 2 : 1);
    let path: Path = [];
    for (const [index, key] of keys.entries()) {
      path = [...path, key];
      this.#note(path, line);
      path = this.#row(path, isArray && index === keys.length - 1);
    }
    this.#note(path, line);
    return path;
  }

  /** Returns the path within an array of tables: of its next table, or of its last one; any other path as it is. */
  #row(path: Path, isNext: boolean): Path {
    const count = this.#counts.get(name(path)) ?? 0;
    if (isNext) this.#counts.set(name(path), count + 1);
    if (isNext) return [...path, count];
    return count === 0 ? path : [...path, count - 1];
  }

  #entry(table: Path): void {
    const line = this.#line;
    const keys = this.#keys('=');
    this.#step();
    let path = table;
    for (const key of keys) {
      path = [...path, key];
      this.#note(path, line);
    }
    this.#value(path);
  }

  /** Reads keys up to the letter that ends them, which is not read. */
  #keys(end: string): string[] {
    const keys: string[] = [];
    while (this.#at < this.#text.length && this.#peek() !== end) {
      const letter = this.#peek();
      if (letter === '"' || letter === "'") keys.push(this.#string());
      else if (bareKey.test(letter)) keys.push(this.#bare());
      else this.#step();
    }
    return keys;
  }

  #bare(): string {
    const start = this.#at;
    while (bareKey.test(this.#peek())) this.#step();
    return this.#text.slice(start, this.#at);
  }

  /** Reads a string and returns what stands in it; escapes are resolved where it is a key. */
  #string(): string {
    const quote = quotes.find((one) => this.#text.startsWith(one, this.#at)) ?? '"';
    const start = this.#at + quote.length;
    this.#step(quote.length);
    while (this.#at < this.#text.length && !this.#text.startsWith(quote, this.#at)) {
      this.#step(quote.startsWith('"') && this.#peek() === '\\' ? 2 : 1);
    }
    const inside = this.#text.slice(start, this.#at);
    this.#step(quote.length);
    // Up to two quotes may stand before the three that end a string.
    while (quote.length === 3 && this.#peek() === quote[0]) this.#step();
    return quote === '"' ? unescaped(inside) : inside;
  }

  #value(path: Path): void {
    while (this.#peek() === ' ' || this.#peek() === '\t') this.#step();
    const letter = this.#peek();
    if (letter === '"' || letter === "'") this.#string();
    else if (letter === '[') this.#within(']', (index) => this.#item([...path, index]));
    else if (letter === '{') this.#within('}', () => this.#entry(path));
    else while (this.#at < this.#text.length && !/[\s,#\]}]/.test(this.#peek())) this.#step();
  }

  #item(path: Path): void {
    this.#note(path);
    this.#value(path);
  }

  #within(end: string, read: (index: number) => void): void {
    this.#step();
    this.#skipBlank();
    for (let index = 0; this.#at < this.#text.length && this.#peek() !== end; index += 1) {
      read(index);
      this.#skipBlank();
    }
    this.#step();
  }
}

function unescaped(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}
