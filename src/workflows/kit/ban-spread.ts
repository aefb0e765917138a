/** By then every worker behind an address knows of a ban that one of them met: they ask the egress every five seconds. */
export const banSpreadMs = 10_000;
