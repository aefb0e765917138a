const maxMessage = 500;
const signatureForm = /\b[0-9a-f]{64}\b/gi;
const signatureParameter = /\b(signature|timestamp|recvWindow|token|listenKey)=[^\s&"']+/gi;
/** Invisible characters: inside a secret they would hide it from the filter, but not from a reader. */
const unseen = /[\p{Cf}\p{DI}]+/gu;
/** Control characters could move a terminal's cursor. */
const breaking = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu;
/** What may separate a name from its value: in words, JSON, JSON within JSON, an address. */
const assigns = String.raw`(?:["'\s:=\\]|%22|%3A|%3D|%20){1,12}`;
/** Except the service's own codes of six digits, which the rules look for in its messages (interface 7.2). */
const afterCode = String.raw`(?<=(?<![A-Za-z])code${assigns})(?!187)`;
const oneTimeCode = new RegExp(String.raw`(?=\d{6}(?!\d))(?:(?<=VerifyCode${assigns})|${afterCode})\d{6}`, 'gi');

/** Turns text from outside into one short line without secrets. */
export type Redact = (text: string) => string;

/** Creates the filter that every message passes before it becomes part of an error. */
export function createRedact(secrets: readonly string[]): Redact {
  const hidden = secrets
    .filter((secret) => secret.length >= 4)
    .flatMap(formsOf)
    // The longest first: otherwise the rest of a secret that begins with another would stay.
    .sort((left, right) => right.length - left.length)
    .map(acrossBreaks);
  return (text) => {
    const clean = hidden.reduce((rest, secret) => rest.replace(secret, '***'), withoutUnseen(text));
    return clean
      .replace(signatureForm, '***')
      .replace(signatureParameter, '$1=***')
      .replace(oneTimeCode, '***')
      .replace(breaking, ' ')
      .slice(0, maxMessage)
      .trim();
  };
}

/** Removes invisible characters. */
export function withoutUnseen(text: string): string {
  return text.replace(unseen, '');
}

/** Returns the source of a pattern that matches exactly this text. */
export function literally(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}

/** Returns a pattern's source for a field name with its value, as it would be echoed. */
export function assigned(name: string, value: string): string {
  return String.raw`((?<![A-Za-z])${literally(name)}${assigns})${value}`;
}

function formsOf(secret: string): string[] {
  return [secret, encodeURIComponent(secret), Buffer.from(secret).toString('hex'), ...base64Forms(secret)];
}

/** Base64 of a text has three forms, depending on its offset in a longer text; each without the shared characters. */
function base64Forms(secret: string): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const own = bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** A line break within a secret does not hide it. */
function acrossBreaks(secret: string): RegExp {
  return new RegExp(Array.from(secret, literally).join(String.raw`[\s\p{Cc}]*`), 'giu');
}
