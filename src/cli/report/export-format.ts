/** Programs that take a merchant's trades. */
export const exportFormats = ['koinly', 'cointracker', 'cointracking', 'beancount'] as const;
export type ExportFormat = (typeof exportFormats)[number];
