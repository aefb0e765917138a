import { describe, expect, it } from 'vitest';
import { parse } from 'smol-toml';
import { tomlLines } from '../../../src/config/file/toml-lines.ts';

const text = `# a comment with [brackets] and = signs
top = 1
[a."b.c"] # another
"quoted = key" = """
many
lines = "x"
"""
d.e.'f' = { g = 1, "h" = [1,
  2] }
list = [
  "one", # with a comment ]
  { deep = true },
]
[[rows]]
name = "first"
[[rows]]
name = 'second \\'
[rows.inner]
x = 2024-01-01
`;

describe('the lines of keys', () => {
  it.each<[(string | number)[], number]>([
    [['top'], 2],
    [['a', 'b.c'], 3],
    [['a', 'b.c', 'quoted = key'], 4],
    [['a', 'b.c', 'd', 'e', 'f'], 8],
    [['a', 'b.c', 'd', 'e', 'f', 'h'], 8],
    [['a', 'b.c', 'd', 'e', 'f', 'h', 1], 9],
    [['a', 'b.c', 'list', 0], 11],
    [['a', 'b.c', 'list', 1, 'deep'], 12],
    [['rows', 0, 'name'], 15],
    [['rows', 1, 'name'], 17],
    [['rows', 1, 'inner', 'x'], 19],
  ])('%j is in line %i', (path, line) => {
    expect(() => parse(text)).not.toThrow();
    expect(tomlLines(text).lineOf(path)).toBe(line);
  });

  it('a key that is not written has the line of the table around it', () => {
    expect(tomlLines(text).lineOf(['a', 'b.c', 'missing', 'deeper'])).toBe(3);
    expect(tomlLines(text).lineOf(['nothing'])).toBe(1);
  });

  it('ends of lines of Windows count once', () => {
    expect(tomlLines('a = 1\r\nb = 2\r\n').lineOf(['b'])).toBe(2);
  });
});
