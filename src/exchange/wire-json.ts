/** Finds a number token that a double cannot hold exactly, or a key that must not become a prototype. */
const needsCare = /(?:^|[:[,])\s*-?(?:\d{16}|\d+[.eE])|"__proto__"/;

/**
 * Parses JSON so that no digit is lost: a number that is not a plain integer of at most 15 digits stays text.
 *
 * Order and ad numbers have 20 digits, and decimals must not pass through floats (api-facts 2.4). The common answer,
 * whose ids and decimals are strings already, takes the engine's fast path.
 * Throws SyntaxError on malformed text, RangeError on text nested too deeply to walk.
 */
export function parseWireJson(text: string): unknown {
  if (!needsCare.test(text)) return JSON.parse(text);
  return JSON.parse(text, keepDigits);
}

/** The third argument is the proposal "JSON.parse source text access", in Node since 21. */
function keepDigits(key: string, value: unknown, context?: { source?: string }): unknown {
  if (key === '__proto__') return undefined;
  if (typeof value !== 'number' || context?.source === undefined) return value;
  return /^-?\d{1,15}$/.test(context.source) ? value : context.source;
}
