import type { SignableWord } from './signed-word.ts';

/** Stands for the key where it is not known yet who signs in: which one fits shows who it is. */
export const anyKey = 'any';

/** Returns the sign-in to the page of an origin as a word to sign; it allows nothing beside. */
export const signInWord = (origin: string): SignableWord => ({
  name: 'sign-in',
  version: 1,
  by: anyKey,
  facts: { origin },
});
