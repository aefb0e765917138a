import { describe, expect, it } from 'vitest';
import { answered } from '../../../src/cli/call/answered.ts';

const odd = { index: 1, subject: '228', why: 'totalPrice: not a decimal' };
const oddRow = { orderNumber: '228', totalPrice: { of: 'a person' } };

describe('`call` prints what the service answered, and says what was odd', () => {
  it('a page: an odd row stands in its place as it was sent, and is named', () => {
    const read = { items: [{ orderNumber: '1' }, { orderNumber: '3' }], odd: [odd], total: 3 };
    const sent = [{ orderNumber: '1' }, oddRow, { orderNumber: '3' }];
    const { data, notes } = answered({ envelope: 'page' }, read, sent);
    expect(data).toEqual({ items: [{ orderNumber: '1' }, oddRow, { orderNumber: '3' }], odd: [odd], total: 3 });
    expect(notes).toEqual(['228 cannot be read, and is printed as it was sent: totalPrice: not a decimal']);
  });

  it('an older page has its rows inside `content`', () => {
    const { data } = answered(
      { envelope: 'page' },
      { items: [], odd: [{ ...odd, index: 0 }], total: null },
      {
        content: [oddRow],
      },
    );
    expect(data).toMatchObject({ items: [oddRow] });
  });

  it('where rows about something else were dropped, odd ones stand at the end', () => {
    const read = { items: [{ id: '5' }], odd: [odd] };
    const { data } = answered({ envelope: 'list' }, read, [{ id: '4' }, oddRow, { id: '5' }]);
    expect(data).toEqual([{ id: '5' }, oddRow]);
  });

  it('a field that was read as nothing is printed as it was sent, wherever it stands', () => {
    const read = { items: [{ id: '5', limits: [{ max: null }], note: null, left: null }], odd: [] };
    const sent = [{ id: 5, limits: [{ max: '96.5%' }], note: '', left: null, surplus: 1 }];
    const { data, notes } = answered({ envelope: 'list' }, read, sent);
    expect(data).toEqual([{ id: '5', limits: [{ max: '96.5%' }], note: null, left: null }]);
    expect(notes).toEqual(['row 1.limits[0].max is not what it should be, and is printed as it was sent']);
  });

  it('one value alone is read the same way, and a success without data is none', () => {
    const { data, notes } = answered({ envelope: 'single' }, { count: null }, { count: '99+' });
    expect({ data, notes }).toEqual({
      data: { count: '99+' },
      notes: ['data.count is not what it should be, and is printed as it was sent'],
    });
    expect(answered({ envelope: 'single' }, null, 'x')).toEqual({ data: null, notes: [] });
  });
});
