import { expect, it } from 'vitest';
import { remarksOf } from '../../src/config/remarks.ts';
import { terms } from '../activities/publication/publication-fixture.ts';
import { brief, live, plan, rules, runsLive, same, wanted, wider, wish } from './plan-fixture.ts';

const differs = (term: 'side' | 'category' | 'maxOrder') => ({
  term,
  wanted: 'one',
  listed: 'another',
  isForLife: term !== 'maxOrder',
});

it('an ad that is another one than the file means is not started and not priced by it; it may be held back', () => {
  const differences = { '1': [differs('side'), differs('maxOrder')] };
  const ad = { ...wanted('1', wider), terms };
  expect(plan({ ...live, ads: [ad] }, { ...runsLive, differences })).toEqual([]);
  expect(plan({ ...live, ads: [ad] }, { ...runsLive, ads: [], differences })).toEqual([]);
  const held = plan({ ...live, ads: [{ ...ad, mode: 'shadow' }] }, { ...runsLive, differences });
  expect(brief(held)).toEqual([['ad-mode']]);
  const app = { ...ad, fileWins: false };
  expect(plan({ ...live, ads: [app] }, { ...runsLive, differences })).toEqual([]);
  expect(remarksOf({ ...live, ads: [app] }, { ...same, differences }).map(({ kind }) => kind)).toEqual([
    'for-life',
    'app-wins',
  ]);
});

it('what an ad keeps for life is no change, and keeps no other term from being sent', () => {
  const differences = { '1': [differs('category'), differs('maxOrder')] };
  const ad = { ...wanted('1'), terms: { category: 'profession' as const, maxOrder: '900' } };
  expect(plan({ ...live, ads: [ad] }, { ...runsLive, differences }).map(({ change }) => change)).toEqual([
    {
      kind: 'ad-terms',
      adNumber: '1',
      mode: 'live',
      terms: { maxOrder: '900' },
      differences: [differs('maxOrder')],
    },
  ]);
  expect(plan({ ...live, ads: [ad] }, { ...runsLive, differences: { '1': [differs('category')] } })).toEqual([]);
  expect(remarksOf({ ...live, ads: [ad] }, { ...same, differences })).toMatchObject([{ kind: 'for-life' }]);
});

it('terms of an ad in shadow are no change: nothing would be sent', () => {
  const differences = { '1': [differs('maxOrder')] };
  const ad = { ...wanted('1'), terms: { maxOrder: '900' } };
  expect(plan({ ads: [ad] }, { differences })).toEqual([]);
  expect(remarksOf({ ...wish, ads: [ad] }, { ...same, differences })).toMatchObject([{ kind: 'shadow' }]);
  const held = { ...ad, mode: 'shadow' as const };
  expect(brief(plan({ ...live, ads: [held] }, { ...runsLive, differences }))).toEqual([['ad-mode']]);
});

it('an ad that is closed for good, or not there, is not started again and again; what runs follows its rules', () => {
  const unread = { '1': 'it is closed for good' };
  const ad = { ...wanted('1', wider), terms: { maxOrder: '900' } };
  expect(plan({ ads: [ad] }, { ads: [], unread })).toEqual([]);
  expect(plan({ ads: [ad] }, { unread }).map(({ change }) => change.kind)).toEqual(['ad-rules']);
  expect(remarksOf({ ...wish, ads: [ad] }, { ...same, unread })).toEqual([
    { kind: 'unread', adNumber: '1', why: 'it is closed for good' },
  ]);
});

it('what a shadow desk has said that it would publish is said once, and published once its mode writes', () => {
  const fresh = { ...wanted('fresh'), adNumber: null, terms };
  const state = { ads: [], intents: { fresh: { terms, rules, status: 'online' as const } } };
  expect(plan({ ads: [fresh] }, state)).toEqual([]);
  expect(remarksOf({ ...wish, ads: [fresh] }, { ...same, ...state })).toEqual([{ kind: 'intended', name: 'fresh' }]);
  expect(remarksOf({ ...wish, ads: [fresh] }, same)).toEqual([]);
  for (const other of [{ rules: wider }, { terms: { ...terms, maxOrder: '1999' } }, { status: 'offline' as const }]) {
    expect(plan({ ads: [{ ...fresh, ...other }] }, state).map(({ change }) => change.kind)).toEqual(['publish-ad']);
  }
  expect(plan({ ...live, ads: [fresh] }, { ...state, desk: live }).map(({ change }) => change.kind)).toEqual([
    'publish-ad',
  ]);
});
