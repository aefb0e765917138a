/**
 * For programs in Go that tests start, Temporal's server and the compiler. Go collects garbage when its heap has grown
 * fivefold, not twofold, and as usual past the limit: an eighth less of the processors for a server (W9a, 200 hanging
 * reads; fifteenfold would save a fortieth more, for a third more memory), a fifth for the compiler alone. A server that
 * reaches the limit collects all the time: 167 s of processor time at one gigabyte, 56 s without a limit. And Go runs on
 * one processor, where its threads do not look for work beside those of the tests: a fifth less for a server.
 */
export const frugalGo = { GOGC: '400', GOMEMLIMIT: '3GiB', GOMAXPROCS: '1' } satisfies NodeJS.ProcessEnv;
