/** What raises the epoch of an order: from then on nothing that was allowed before counts. Design 6. */
export const takenBack = ['revoke', 'hold', 'stop', 'unmatch', 'mode', 'reset'] as const;
export type TakenBack = (typeof takenBack)[number];
