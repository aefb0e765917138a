/**
 * sim: the built-in simulator; shadow: the real service, every write replaced by a recorded intent; live: the real
 * service with writes. The mode is part of every log line, every summary and a search attribute.
 */
export const modes = ['sim', 'shadow', 'live'] as const;
export type Mode = (typeof modes)[number];
