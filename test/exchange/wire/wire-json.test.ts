import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compiledSchema } from '../../../src/exchange/call/compiled-schema.ts';
import { operations } from '../../../src/exchange/index.ts';
import { parseWireJson, quoteDamaged } from '../../../src/exchange/wire/wire-json.ts';
import { sampleData } from '../fixtures.ts';

/** The plain way: the engine walks every value. */
function walked(text: string): unknown {
  return JSON.parse(text, (key, value: unknown, context?: { source?: string }) => {
    if (key === '__proto__') return undefined;
    const source = context?.source ?? '';
    return typeof value === 'number' && !/^-?\d{1,15}$/.test(source) ? source : value;
  });
}

function outcome(parse: (text: string) => unknown, text: string): unknown {
  try {
    return { value: parse(text) };
  } catch (error) {
    return error instanceof Error ? error.name : error;
  }
}

describe('wire-facts 2.4: no digit is lost, however the text is read', () => {
  it.each([
    ['{"a":11.620,"b":[1e-8,-0.50]}', { a: '11.620', b: ['1e-8', '-0.50'] }],
    ['{"id":12345678901234567890,"n":123456789012345}', { id: '12345678901234567890', n: 123_456_789_012_345 }],
    ['{"text":"price: 11.50, [2.5]","x":1.5}', { text: 'price: 11.50, [2.5]', x: '1.5' }],
    ['{"a\\"b":1.5,"c\\\\":"\\\\","d":2.5}', { 'a"b': '1.5', 'c\\': '\\', d: '2.5' }],
    ['{ "a" :\n 1.50 ,\t"b" : [ 2.50 ] }', { a: '1.50', b: ['2.50'] }],
    [' 1.50 ', '1.50'],
    ['{"\\u005f_proto__":{"polluted":1},"a":1.5}', { a: '1.5' }],
    ['{"\\u005F\\u005fproto__":{"polluted":1}}', {}],
    ['{"__pr\\u006fto__":{"polluted":1},"a":[{"__p\\u0072oto__":1}]}', { a: [{}] }],
  ])('%s', (text, value) => {
    expect(parseWireJson(text)).toEqual(value);
  });

  const nested = (levels: number, inner: string): string => '['.repeat(levels) + inner + ']'.repeat(levels);
  it.each(['1', '1.5', '"\\u0061"', '"[[[[{{{{"', `"${'['.repeat(500)}"`])(
    'S6: %s is read a hundred levels down, and not a level further',
    (inner) => {
      expect(JSON.stringify(parseWireJson(nested(100, inner)))).toHaveLength(
        200 + JSON.stringify(JSON.parse(inner === '1.5' ? '"1.5"' : inner)).length,
      );
      expect(() => parseWireJson(nested(101, inner))).toThrow(RangeError);
      expect(() => parseWireJson(nested(500_000, inner))).toThrow(RangeError);
    },
  );

  it.each([
    '{1.5:2}',
    '{"a":1,1.5:2}',
    '{"a":1,1.5}',
    '[1 1.5]',
    '[01.5]',
    '[1.5.2]',
    '[-]',
    '[[-],1.5]',
    '["a"1.5]',
    '[1.5"a"]',
  ])('%s is not JSON, and its long numbers do not make it JSON', (text) => {
    expect(() => parseWireJson(text)).toThrow(SyntaxError);
  });

  it('any text of JSON tokens is read, or refused, as the engine does it that walks every value', () => {
    const token = fc.constantFrom(
      ...'{|}|[|]|:|,| |\n|"|\\|-'.split('|'),
      ...'"a"|"b\\""|"1.5"|"\\\\"|null|true|1|-1|1.5|1.50|-0.1|1e5|01|1.|.5|1234567890123456|0|123456789012345'.split(
        '|',
      ),
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ depthSize: 'small' }, tie('leaf'), tie('list'), tie('object')),
      leaf: fc.constantFrom('1', '1.50', '1e-8', '12345678901234567890', '"x: 1.5, "', '"\\""', 'null', 'false'),
      list: fc.array(tie('any'), { maxLength: 4 }).map((items) => `[${items.join(', ')}]`),
      object: fc
        .array(fc.tuple(fc.constantFrom('"a"', '"b c"', '"\\\\"', '"1.5"'), tie('any')), { maxLength: 4 })
        .map((entries) => `{${entries.map(([key, inner]) => `${key}: ${String(inner)}`).join(',')}}`),
    })).any;
    const text = fc.oneof(
      fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join('')),
      value.map(String),
      fc.tuple(value.map(String), fc.nat(), token).map(([whole, at, piece]) => {
        const place = at % (whole.length + 1);
        return whole.slice(0, place) + piece + whole.slice(place);
      }),
    );
    fc.assert(
      fc.property(text, (candidate) => {
        expect(outcome(parseWireJson, candidate)).toEqual(outcome(walked, candidate));
      }),
      { seed: 20_260_121, numRuns: 20_000 },
    );
  });
});

describe('compiled schemas', () => {
  it.each(Object.values(operations).filter(({ name }) => name !== 'time'))(
    'read the answer of $name as the schema itself does, and refuse what it refuses',
    ({ name, data, envelope }) => {
      const sample: unknown = sampleData[name];
      const values: unknown[] = envelope === 'page' && Array.isArray(sample) ? sample : [sample];
      for (const value of [...values, {}, [], null, undefined, 'text', 7]) {
        const [plain, compiled] = [data.safeParse(value), compiledSchema(data).safeParse(value)];
        expect([compiled.success, compiled.data]).toEqual([plain.success, plain.data]);
        expect(compiled.error?.issues).toEqual(plain.error?.issues);
        if (typeof plain.data === 'object' && plain.data !== null) {
          expect(Object.keys(compiled.data as object)).toEqual(Object.keys(plain.data));
        }
      }
    },
  );
});

describe('bytes that are no UTF-8, outside of a text', () => {
  it.each([
    ['{"a":12\ufffd,"b":2}', { a: '12\ufffd', b: 2 }],
    ['{"a":\ufffd12.5 , "b":[1,\ufffd]}', { a: '\ufffd12.5', b: [1, '\ufffd'] }],
    ['{"a":tr\ufffde,"b":"x\ufffd, 1\ufffd","c":"\\"\ufffd"}', { a: 'tr\ufffde', b: 'x\ufffd, 1\ufffd', c: '"\ufffd' }],
  ])('%s costs what it stands in', (text, expected) => {
    expect(parseWireJson(quoteDamaged(text))).toEqual(expected);
  });

  it.each(['{\ufffd"a":1}', '{"a"\ufffd:1}', '{"a":1}\ufffd', '\ufffd{"a":1}', '{"a":\ufffd{}}', '{"a":"x\ufffd'])(
    '%s costs the whole',
    (text) => {
      expect(() => parseWireJson(quoteDamaged(text))).toThrow(SyntaxError);
    },
  );

  it('a long answer takes no longer than it has characters', () => {
    const text = `[${'1'.repeat(2_000_000)}\ufffd,"${'\\\\'.repeat(1_000_000)}"]`;
    const startedMs = performance.now();
    expect(parseWireJson(quoteDamaged(text))).toHaveLength(2);
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });
});
