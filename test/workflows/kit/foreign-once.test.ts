import { expect, it } from 'vitest';
import { emptyOverlapWindow } from '../../../src/domain/pricing/overlap-window.ts';
import { adChangePage } from '../../../src/workflows/change/ad-change-page.ts';
import { adChangeInputSchema, type AdChangeMemory } from '../../../src/workflows/contract/ad-change-contract.ts';
import { placementInputSchema, type PlacementMemory } from '../../../src/workflows/contract/placement-contract.ts';
import {
  publicationInputSchema,
  type PublicationMemory,
} from '../../../src/workflows/contract/publication-contract.ts';
import { placementPage } from '../../../src/workflows/placement/placement-run.ts';
import { publicationPage } from '../../../src/workflows/publication/publication-run.ts';
import { placementInput } from '../fixtures.ts';
import { publicationInput } from '../publication/publication-fixture.ts';
import { shownTexts } from './hostile-text.ts';

const atMs = Date.UTC(2026, 10, 21, 12);
const odd = { code: 'malformed', issues: 'odd' } as const;
const refused = { count: 1, last: { message: 'pause', refusal: odd, atMs } };
const unanswered = { code: 'unanswered', message: 'the service is away' } as const;
const troubles = { reading: { what: unanswered, sinceMs: atMs, urgent: true } };
const ownOfTrouble = 'troubles.reading.what.code';
const resting = { overlap: emptyOverlapWindow, learnedRange: null, word: null, troubles, refused };

const change: AdChangeMemory = {
  ...resting,
  wait: {
    code: 'waiting',
    until: 'pause',
    cause: { code: 'refused', category: 'UNKNOWN', answer: '-1', message: 'no' },
  },
  sinceMs: atMs,
  businessStatus: 'open',
  differences: [{ term: 'remarks', listed: 'pay fast', wanted: 'pay soon', isForLife: false }],
};

const publication: PublicationMemory = {
  ...resting,
  wait: { code: 'published', adNumber: '11' },
  sinceMs: atMs,
  businessStatus: 'open',
  ruling: null,
};

const placement: PlacementMemory = {
  wait: { code: 'needs-human', doubt: { code: 'no-outcome', message: 'no answer' } },
  riskTips: ['beware'],
  ruling: null,
  troubles,
  refused,
};

const changeInput = adChangeInputSchema.parse({
  account: 'acme',
  adNumber: '11',
  mode: 'sim',
  by: 'ana',
  act: 'change',
});

const placementTask = placementInputSchema.parse(placementInput('acme'));
const publicationTask = publicationInputSchema.parse(publicationInput('acme'));

it.each([
  [
    'change of an ad',
    shownTexts(change, ['wait.code', 'wait.until', 'wait.cause.code', ownOfTrouble], (memory) =>
      adChangePage(changeInput, memory),
    ),
    [
      'wait.cause.message',
      'wait.cause.answer',
      'differences.0.term',
      'differences.0.listed',
      'troubles.reading.what.message',
    ],
  ],
  [
    'publication',
    shownTexts(publication, ['wait.code', ownOfTrouble], (memory) => publicationPage(publicationTask, memory)),
    ['wait.adNumber', 'businessStatus'],
  ],
  [
    'placement',
    shownTexts(placement, ['wait.code', 'wait.doubt.code', ownOfTrouble], (memory) =>
      placementPage(placementTask, memory),
    ),
    ['wait.doubt.message', 'riskTips.0'],
  ],
])('S7, I33: the page of the %s shows no text of a stranger as more than text', (_page, { shown, raw }, expected) => {
  expect(raw).toEqual([]);
  expect(shown).toEqual(expect.arrayContaining(expected));
});
