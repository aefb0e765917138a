import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issuesText, issueText } from '../../src/domain/issue-text.ts';

const wrong = (schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value).error?.issues ?? []).map(issueText);

describe('what is wrong with a value is said in words, not in those of the parser', () => {
  it.each([
    ['is missing', z.string(), undefined],
    ['must be text', z.string(), 7],
    ['must be a list', z.array(z.string()), {}],
    ['must be an object', z.looseObject({}), 'x'],
    ['must be a whole number', z.int(), 1.5],
    ['must be bigint', z.bigint(), 1],
    ['must be one of a, b', z.enum(['a', 'b']), 'c'],
    ['must be 1', z.literal(1), 2],
    ['must be at least 3', z.number().min(3), 2],
    ['must be more than 3', z.number().gt(3), 3],
    ['must be at most 3', z.number().max(3), 4],
    ['must be less than 3', z.number().lt(3), 3],
    ['must have at least 1 characters', z.string().min(1), ''],
    ['must have at most 1 entries', z.array(z.string()).max(1), ['a', 'b']],
    ['has the unknown fields a', z.strictObject({}), { a: 1 }],
    ['has the unknown fields a, b', z.strictObject({}), { a: 1, b: 2 }],
    ['must be true or false', z.union([z.string(), z.boolean()]), 7],
    ['has the wrong form', z.string().regex(/^a$/), 'b'],
    ['must be a decimal above zero', z.string().refine(() => false, 'must be a decimal above zero'), '0'],
    ['must not be empty', z.string().min(1, 'must not be empty'), ''],
  ])('%s', (words, schema, value) => {
    expect(wrong(schema, value)).toEqual([words]);
  });

  it('of a union without members nothing is known', () => {
    const none = { code: 'invalid_union' as const, message: 'Invalid input', path: [], input: 1, errors: [[]] };
    expect(issueText(none)).toBe('has the wrong form');
  });

  it('all that is wrong with a value stands in one line with its places, three at most', () => {
    const schema = z.strictObject({ a: z.object({ b: z.string() }), c: z.int(), d: z.boolean(), e: z.string() });
    const error = (value: unknown): z.ZodError => schema.safeParse(value).error ?? new z.ZodError([]);
    expect(issuesText(error({ a: { b: 7 }, c: 'x', d: 1 }))).toBe(
      'a.b: must be text; c: must be a number; d: must be true or false',
    );
    expect(issuesText(error('x'))).toBe('must be an object');
    expect(issuesText(error({ a: { b: 'x' }, c: 1, d: true, e: 'x', f: 1 }))).toBe('has the unknown fields f');
  });
});
