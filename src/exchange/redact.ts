const longestMessage = 500;
const signatureForm = /\b[0-9a-f]{64}\b/gi;
const signatureParameter = /\b(signature|timestamp|recvWindow|token|listenKey)=[^\s&"']+/gi;
/** Control characters could move a terminal's cursor, bidirectional marks could turn text around. */
const invisible = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/** Takes text that came from outside and gives one short line of it without any of the secrets. */
export type Redact = (text: string) => string;

/** Makes the filter that every message passes before it becomes part of an error. */
export function createRedact(secrets: readonly string[]): Redact {
  const hidden = secrets
    .filter((secret) => secret.length >= 4)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    // The longest first: of one that begins with another the rest would stay.
    .sort((left, right) => right.length - left.length);
  return (text) => {
    const clean = hidden.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
    return clean
      .replace(signatureForm, '***')
      .replace(signatureParameter, '$1=***')
      .replace(invisible, ' ')
      .slice(0, longestMessage)
      .trim();
  };
}
