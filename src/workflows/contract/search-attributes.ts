import { defineSearchAttributeKey } from '@temporalio/common';

/**
 * Typed search attributes. They are not encrypted, so they hold only numbers, states and aliases (no names, no bank
 * accounts). Registered by `registerSearchAttributes` of the workers and by every start of the command line.
 */
export const peerdeskAccount = defineSearchAttributeKey('PeerdeskAccount', 'KEYWORD');
export const peerdeskState = defineSearchAttributeKey('PeerdeskState', 'KEYWORD');
export const peerdeskAdNumber = defineSearchAttributeKey('PeerdeskAdNumber', 'KEYWORD');
export const peerdeskOrderNumber = defineSearchAttributeKey('PeerdeskOrderNumber', 'KEYWORD');
export const peerdeskPair = defineSearchAttributeKey('PeerdeskPair', 'KEYWORD');
export const peerdeskSide = defineSearchAttributeKey('PeerdeskSide', 'KEYWORD');
export const peerdeskCategory = defineSearchAttributeKey('PeerdeskCategory', 'KEYWORD');
export const peerdeskMode = defineSearchAttributeKey('PeerdeskMode', 'KEYWORD');
export const peerdeskNeedsHuman = defineSearchAttributeKey('PeerdeskNeedsHuman', 'BOOL');
/** Since when an order is marked as paid. */
export const peerdeskPaidSince = defineSearchAttributeKey('PeerdeskPaidSince', 'DATETIME');

/** How Temporal's list is asked for the workflows that wait for a human. */
export const asksQuery = `(${peerdeskNeedsHuman.name} = true OR ${peerdeskState.name} = 'outcome-unknown')`;

/** All of them, in the order in which a list shows them. */
export const searchAttributeKeys = [
  peerdeskAccount,
  peerdeskState,
  peerdeskAdNumber,
  peerdeskOrderNumber,
  peerdeskPair,
  peerdeskSide,
  peerdeskCategory,
  peerdeskMode,
  peerdeskNeedsHuman,
  peerdeskPaidSince,
] as const;
