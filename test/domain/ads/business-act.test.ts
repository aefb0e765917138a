import { describe, expect, it } from 'vitest';
import { bringsBack, businessActs, businessRefusal, reaches } from '../../../src/domain/ads/business-act.ts';

describe('interface 4.7: what a merchant does with his business', () => {
  it('each act leads to a status of the service', () => {
    expect(businessActs.map((act) => reaches(act, 'open'))).toEqual([true, false, false, true]);
    expect(businessActs.map((act) => reaches(act, 'closed'))).toEqual([false, true, false, false]);
    expect(businessActs.map((act) => reaches(act, 'taking a break'))).toEqual([false, false, true, false]);
    expect(businessActs.map((act) => reaches(act, null))).toEqual([null, null, null, null]);
  });

  it('opening and the end of a break bring ads back, which takes open switches', () => {
    expect(businessActs.filter(bringsBack)).toEqual(['open', 'end-break']);
  });

  it('a closed business has no break, and only opening ends it', () => {
    expect(businessActs.map((act) => businessRefusal(act, 'closed') === null)).toEqual([true, true, false, false]);
    expect(businessActs.map((act) => businessRefusal(act, 'open'))).toEqual([null, null, null, null]);
    expect(businessRefusal('end-break', 'closed')).toEqual({ code: 'no-break-to-end' });
  });
});
