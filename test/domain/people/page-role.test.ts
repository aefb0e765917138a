import { expect, it } from 'vitest';
import { isEnough, pageRoles } from '../../../src/domain/people/page-role.ts';

it('phone: each role may do what those before it may, and nothing of those after it', () => {
  const table = pageRoles.map((role) => pageRoles.map((needed) => isEnough(role, needed)));
  expect(table).toEqual([
    [true, false, false, false],
    [true, true, false, false],
    [true, true, true, false],
    [true, true, true, true],
  ]);
});
