/** What is said of the publication of an ad. */
import type { PublicationDoubt, PublicationRefusal, PublicationWait } from '../domain/ads/state/publication-wait.ts';
import { amountText } from './amount-words.ts';
import { failedText } from './failure-words.ts';
import { targetText } from './ads/pricing-words.ts';
import { cancelledText, causeText, givenUpText, restText } from './rest-words.ts';

/** Returns why a publication is where it is. */
export function publicationText(wait: PublicationWait): string {
  switch (wait.code) {
    case 'checking':
      return 'can the ad be published, and at what price?';
    case 'publishing':
      return `publishing at ${amountText(wait.price)}: ${targetText(wait.note)}`;
    case 'outcome-unknown':
      return 'whether the ad was published is not known: looking it up among the own ads';
    case 'waiting':
    case 'blocked':
    case 'offline':
      return restText(wait);
    case 'needs-human':
      return `it is unknown whether the ad was published: ${doubtText(wait.doubt)}`;
    case 'published':
      return `published as ${wait.adNumber}: its workflow keeps it`;
    case 'refused':
      return refusalText(wait.because);
    case 'intent':
      return 'shadow: would publish the ad';
  }
}

function doubtText(doubt: PublicationDoubt): string {
  switch (doubt.code) {
    case 'no-outcome':
      return doubt.message;
    case 'sent-before':
      return `an earlier run of this publication sent it, and ${doubt.isListed === null ? 'the listing cannot be read' : 'no ad with these terms is listed'}`;
    case 'refused-unread':
      return 'the service refused it, and the listing cannot be read';
    case 'no-number':
      return 'published, but without a number';
    case 'owned':
      return `ad ${doubt.adNumber} belongs to ${doubt.owner}, whose ad is ${doubt.ownersAd}`;
    case 'no-such-ad':
      return `the service knows no own ad ${doubt.adNumber}`;
    case 'other-ad':
      return `ad ${doubt.adNumber} is another one: its ${doubt.term} is ${doubt.listed}`;
  }
}

function refusalText(because: PublicationRefusal): string {
  switch (because.code) {
    case 'unpublishable':
      return because.message;
    case 'refused':
      return failedText(because);
    case 'too-often':
      return `${because.times} times: ${causeText(because.cause)}`;
    case 'given-up':
      return givenUpText(because);
    case 'cancelled':
      return cancelledText;
    case 'ruled':
      return `${because.by ?? 'a human'} ruled that it was not published`;
  }
}
