/** The words of what travels as a code with parameters. */

interface Coded {
  readonly code: string;
}

/** Those that have a code; several codes may share their parameters. */
export type OfCode<Said extends Coded, Code extends Said['code']> = Said extends unknown
  ? Code extends Said['code']
    ? Said
    : never
  : never;

/** A sentence for each code, or what makes it of the parameters. */
export type Words<Said extends Coded> = {
  readonly [Code in Said['code']]: string | ((said: OfCode<Said, Code>) => string);
};

/** Returns what says these; a code that is unknown, as one of another version, is said as it is. */
export function wordedBy<Said extends Coded>(words: Words<Said>): (said: Said) => string {
  // Each code has its own function; that they belong together is what `Words` holds.
  const known = words as Readonly<Partial<Record<string, string | ((said: Said) => string)>>>;
  return (said) => {
    const word = known[said.code] ?? said.code;
    return typeof word === 'string' ? word : word(said);
  };
}
