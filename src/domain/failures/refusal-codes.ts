/**
 * The codes of interface 7.3, as numbers that a text may hold and that are no prices. What each of them means is known to the
 * exchange's own room alone.
 */
export const refusalCodes = [
  '-1021',
  '-1022',
  '-1000',
  '-9000',
  '-1102',
  '-1104',
  '187049',
  '187040',
  '187031',
  '187055',
  '-2019',
  '-2015',
  '-3026',
  '-1013',
  '-1111',
  '83229',
  '83230',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];
