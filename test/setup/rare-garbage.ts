/**
 * For programs in Go that tests start, Temporal's server and the compiler: Go collects garbage when its heap has grown
 * fivefold, not twofold, and as usual past a gigabyte. Measured: an eighth less of the processors for a server (W9a,
 * 200 hanging reads; fifteenfold would save a fortieth more, for a third more memory), a fifth for the compiler alone.
 */
export const rareGarbage = { GOGC: '400', GOMEMLIMIT: '1GiB' } satisfies NodeJS.ProcessEnv;
