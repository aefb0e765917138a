/** What is said of the placement of an order. */
import type { PlacementDoubt, PlacementRefusal, PlacementWait } from '../domain/orders/placement-wait.ts';
import { failedText } from './failure-words.ts';
import { cancelledText, notExecutedText } from './rest-words.ts';

/** Returns why a placement is where it is. */
export function placementText(wait: PlacementWait): string {
  switch (wait.code) {
    case 'checking':
      return 'may the order be placed?';
    case 'placing':
      return 'placing the order';
    case 'outcome-unknown':
      return 'the outcome of the placement is not known: looking the order up';
    case 'needs-human':
      return `it is unknown whether the order was placed: ${doubtText(wait.doubt)}`;
    case 'placed':
      return 'placed and handed over to its own workflow';
    case 'refused':
      return refusalText(wait.because);
    case 'intent':
      return 'shadow: would place the order';
  }
}

function doubtText(doubt: PlacementDoubt): string {
  return doubt.code === 'no-outcome' ? doubt.message : 'placed, but without a number';
}

function refusalText(because: PlacementRefusal): string {
  switch (because.code) {
    case 'not-allowed':
      return 'the service does not allow an order on this ad';
    case 'refused':
      return failedText(because);
    case 'not-executed':
      return notExecutedText(because.message);
    case 'cancelled':
      return cancelledText;
    case 'ruled':
      return `${because.by ?? 'a human'} ${rulings[because.outcome]}`;
  }
}

const rulings: Readonly<Record<Extract<PlacementRefusal, { code: 'ruled' }>['outcome'], string>> = {
  'given-up': 'gave it up: it may have been placed',
  'not-placed': 'ruled that it was not placed',
};
