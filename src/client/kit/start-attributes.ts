import type { SearchAttributePair } from '@temporalio/common';
import type { Mode } from '../../domain/mode.ts';
import * as attributes from '../../workflows/contract/search-attributes.ts';

/** What is known of a workflow before its first task, so that lists show it from its first moment. */
interface KnownAtStart {
  account: string;
  mode: Mode;
  state: string;
  adNumber?: string;
  orderNumber?: string;
}

export function startAttributes(known: KnownAtStart): SearchAttributePair[] {
  const { account, mode, state, adNumber, orderNumber } = known;
  return [
    { key: attributes.peerdeskAccount, value: account },
    { key: attributes.peerdeskMode, value: mode },
    { key: attributes.peerdeskState, value: state },
    { key: attributes.peerdeskNeedsHuman, value: false },
    ...(adNumber === undefined ? [] : [{ key: attributes.peerdeskAdNumber, value: adNumber }]),
    ...(orderNumber === undefined ? [] : [{ key: attributes.peerdeskOrderNumber, value: orderNumber }]),
  ];
}
