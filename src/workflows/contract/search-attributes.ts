import { defineSearchAttributeKey } from '@temporalio/common';

/**
 * Typed search attributes. They are not encrypted, so only numbers, states and aliases go in (no names, no accounts
 * of banks). Registered by `registerSearchAttributes` of the workers and by every start of the command line.
 */
export const peerdeskAccount = defineSearchAttributeKey('PeerdeskAccount', 'KEYWORD');
export const peerdeskState = defineSearchAttributeKey('PeerdeskState', 'KEYWORD');
export const peerdeskAdNumber = defineSearchAttributeKey('PeerdeskAdvNo', 'KEYWORD');
export const peerdeskOrderNumber = defineSearchAttributeKey('PeerdeskOrderNumber', 'KEYWORD');
export const peerdeskPair = defineSearchAttributeKey('PeerdeskPair', 'KEYWORD');
export const peerdeskSide = defineSearchAttributeKey('PeerdeskSide', 'KEYWORD');
export const peerdeskCategory = defineSearchAttributeKey('PeerdeskCategory', 'KEYWORD');
export const peerdeskMode = defineSearchAttributeKey('PeerdeskMode', 'KEYWORD');
export const peerdeskNeedsHuman = defineSearchAttributeKey('PeerdeskNeedsHuman', 'BOOL');

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
] as const;
