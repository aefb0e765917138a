import { describe, expect, it } from 'vitest';
import type { ChangeWait } from '../../src/domain/ads/change-wait.ts';
import type { PublicationWait } from '../../src/domain/ads/state/publication-wait.ts';
import { ErrorCategory, TransportCondition } from '../../src/domain/failures/error-category.ts';
import { OwnFailure } from '../../src/domain/failures/own-failures.ts';
import type { RestCause, RestWait } from '../../src/domain/failures/rest-wait.ts';
import type { PlacementWait } from '../../src/domain/orders/placement-wait.ts';
import { changeText } from '../../src/words/change-words.ts';
import { placementText } from '../../src/words/placement-words.ts';
import { publicationText } from '../../src/words/publication-words.ts';

const refusedCall = {
  code: 'refused',
  category: ErrorCategory.NON_RETRIABLE_BUSINESS,
  answer: '-1013',
  message: 'Invalid quantity.',
} as const;
const refused = 'Invalid quantity. (NON_RETRIABLE_BUSINESS -1013)';
const banned = { ...refusedCall, category: TransportCondition.IP_BAN, answer: null, message: '' };
const ownRefusal = { ...refusedCall, category: OwnFailure.SWITCHED_OFF, answer: null, message: 'closed' };

const causes: readonly (readonly [RestCause, string])[] = [
  [refusedCall, refused],
  [banned, '(IP_BAN)'],
  [ownRefusal, 'closed (SWITCHED_OFF)'],
  [{ code: 'business', answer: '83229' }, 'Business closed'],
  [{ code: 'business', answer: '83230' }, 'Taking a break'],
  [{ code: 'not-executed', message: 'no answer' }, 'proven not executed: no answer'],
];

/** What publications and changes wait for between two tries. */
const rests: readonly (readonly [RestWait, string])[] = causes.flatMap(([cause, text]) => [
  [{ code: 'waiting', until: 'pause', cause }, `${text}; tried again after a pause`] as const,
  [{ code: 'waiting', until: 'ban-end', cause }, `${text}; continues when the ban is over`] as const,
  [{ code: 'blocked', cause }, `${text}; put it right and \`retry\`, or it ends`] as const,
  [{ code: 'offline', cause }, `${text}; continues when a human says retry`] as const,
]);

const closed = { code: 'business', answer: '83229' } as const;
const givenUp = [
  [{ code: 'given-up', by: 'ana', cause: closed }, 'given up by ana: Business closed'],
  [{ code: 'given-up', by: null, cause: refusedCall }, `${refused}; it ended without a retry`],
] as const;

/** What ended before a call. */
const cancelled = [{ code: 'cancelled' }, 'ended by a cancellation in Temporal before its next call'] as const;

const placements: readonly (readonly [PlacementWait, string])[] = [
  [{ code: 'checking' }, 'may the order be placed?'],
  [{ code: 'placing' }, 'placing the order'],
  [{ code: 'outcome-unknown' }, 'the outcome of the placement is not known: looking the order up'],
  [
    { code: 'needs-human', doubt: { code: 'no-outcome', message: 'no answer' } },
    'it is unknown whether the order was placed: no answer',
  ],
  [
    { code: 'needs-human', doubt: { code: 'no-number' } },
    'it is unknown whether the order was placed: placed, but without a number',
  ],
  [{ code: 'placed', orderNumber: '22' }, 'placed and handed over to its own workflow'],
  [{ code: 'intent' }, 'shadow: would place the order'],
  [{ code: 'refused', because: { code: 'not-allowed' } }, 'the service does not allow an order on this ad'],
  [{ code: 'refused', because: refusedCall }, refused],
  [{ code: 'refused', because: { code: 'not-executed', message: 'no answer' } }, 'proven not executed: no answer'],
  [
    { code: 'refused', because: { code: 'ruled', outcome: 'not-placed', by: 'ana' } },
    'ana ruled that it was not placed',
  ],
  [
    { code: 'refused', because: { code: 'ruled', outcome: 'given-up', by: null } },
    'a human gave it up: it may have been placed',
  ],
  [{ code: 'refused', because: cancelled[0] }, cancelled[1]],
];

const unknownAd = 'it is unknown whether the ad was published: ';

const publications: readonly (readonly [PublicationWait, string])[] = [
  ...rests,
  [{ code: 'checking' }, 'can the ad be published, and at what price?'],
  [
    { code: 'publishing', price: '9.400', note: { code: 'no-competitor' } },
    'publishing at 9.40: no competitor is left to go by',
  ],
  [{ code: 'outcome-unknown' }, 'whether the ad was published is not known: looking it up among the own ads'],
  [{ code: 'needs-human', doubt: { code: 'no-outcome', message: 'no answer' } }, `${unknownAd}no answer`],
  [
    { code: 'needs-human', doubt: { code: 'sent-before', isListed: false } },
    `${unknownAd}an earlier run of this publication sent it, and no ad with these terms is listed`,
  ],
  [
    { code: 'needs-human', doubt: { code: 'sent-before', isListed: null } },
    `${unknownAd}an earlier run of this publication sent it, and the listing cannot be read`,
  ],
  [
    { code: 'needs-human', doubt: { code: 'refused-unread' } },
    `${unknownAd}the service refused it, and the listing cannot be read`,
  ],
  [{ code: 'needs-human', doubt: { code: 'no-number' } }, `${unknownAd}published, but without a number`],
  [
    { code: 'needs-human', doubt: { code: 'owned', adNumber: '11', owner: 'other', ownersAd: '12' } },
    `${unknownAd}ad 11 belongs to other, whose ad is 12`,
  ],
  [
    { code: 'needs-human', doubt: { code: 'no-such-ad', adNumber: '11' } },
    `${unknownAd}the service knows no own ad 11`,
  ],
  [
    { code: 'needs-human', doubt: { code: 'other-ad', adNumber: '11', term: 'fiat', listed: 'ARS' } },
    `${unknownAd}ad 11 is another one: its fiat is ARS`,
  ],
  [{ code: 'published', adNumber: '11' }, 'published as 11: its workflow keeps it'],
  [{ code: 'intent' }, 'shadow: would publish the ad'],
  [{ code: 'refused', because: { code: 'unpublishable', message: 'Zelle is not known' } }, 'Zelle is not known'],
  [{ code: 'refused', because: refusedCall }, refused],
  [{ code: 'refused', because: { code: 'too-often', times: 12, cause: refusedCall } }, `12 times: ${refused}`],
  ...givenUp.map(([because, text]) => [{ code: 'refused', because }, text] as const),
  [{ code: 'refused', because: cancelled[0] }, cancelled[1]],
  [{ code: 'refused', because: { code: 'ruled', by: null } }, 'a human ruled that it was not published'],
];

const rounded = { term: 'quantity', wanted: '500.12', listed: '500.1' } as const;

const changes: readonly (readonly [ChangeWait, string])[] = [
  ...rests,
  [{ code: 'reading' }, 'what does the ad offer now?'],
  [{ code: 'changing', terms: ['remarks', 'quantity'] }, 'remarks, quantity'],
  [{ code: 'changing', terms: 'closing' }, 'closing it for good'],
  [{ code: 'done', how: 'compared', differences: 2 }, '2 differences'],
  [{ code: 'done', how: 'closed' }, 'it is closed'],
  [{ code: 'done', how: 'as-wanted' }, 'it offers what is wanted'],
  [{ code: 'intent' }, 'shadow: would change it'],
  [{ code: 'refused', because: { code: 'no-such-ad' } }, 'the service knows no such ad'],
  [{ code: 'refused', because: { code: 'closed' } }, 'it is closed for good'],
  [
    { code: 'refused', because: { code: 'for-life', term: 'side', wanted: 'BUY', listed: 'SELL' } },
    'an ad keeps its side for life: it is SELL, not BUY',
  ],
  [
    { code: 'refused', because: { code: 'unchanged', tries: 3, differences: [rounded], isRounded: true } },
    'after 3 tries the service still shows quantity 500.1, not 500.12: it rounds, so want what it shows',
  ],
  [
    { code: 'refused', because: { code: 'unchanged', tries: 8, differences: [], isRounded: false } },
    'after 8 tries the service still shows it as it was',
  ],
  [{ code: 'refused', because: refusedCall }, refused],
  ...givenUp.map(([because, text]) => [{ code: 'refused', because }, text] as const),
  [{ code: 'refused', because: cancelled[0] }, cancelled[1]],
];

describe('U16: what is said of a placement, a publication and a change of an ad', () => {
  it.each(placements.map(([wait, text]) => [JSON.stringify(wait), wait, text] as const))('%s', (_name, wait, text) => {
    expect(placementText(wait)).toBe(text);
  });

  it.each(publications.map(([wait, text]) => [JSON.stringify(wait), wait, text] as const))(
    '%s',
    (_name, wait, text) => {
      expect(publicationText(wait)).toBe(text);
    },
  );

  it.each(changes.map(([wait, text]) => [JSON.stringify(wait), wait, text] as const))('%s', (_name, wait, text) => {
    expect(changeText(wait)).toBe(text);
  });

  it('a sentence belongs to one wait alone', () => {
    for (const all of [placements, publications, changes]) {
      const texts = all.map(([, text]) => text);
      expect(new Set(texts).size).toBe(texts.length);
    }
  });
});
