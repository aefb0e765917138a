/** The cases, and what each needs. */
export const caseNames = [
  'lost',
  'older',
  'forgotten',
  'copied',
  'hidden',
  'temporal',
  'both',
  'unfounded',
  'revoked',
  'full',
  'crammed',
  'emptied',
  'foreign',
  'unserved',
  'started',
  'busy',
] as const;
export type CaseName = (typeof caseNames)[number];

/** Cases of real money: their workers take the service for a real one. */
export const liveCases: ReadonlySet<CaseName> = new Set(['unfounded']);

/** Cases whose workers read a configuration file. */
export const fileCases: ReadonlySet<CaseName> = new Set(['revoked']);

/** Cases that fill a disk up. */
export const fullCases: ReadonlySet<CaseName> = new Set(['full', 'crammed']);

/** Cases of a register in a file, or that no kind of register changes: they run once. */
export const fileRegisterCases: ReadonlySet<CaseName> = new Set([
  'copied',
  'hidden',
  'revoked',
  'full',
  'crammed',
  'emptied',
  'foreign',
  'unserved',
  'started',
]);
