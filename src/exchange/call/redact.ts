const maxMessage = 500;
const signatureForm = /\b[0-9a-f]{64}\b/gi;
const signatureParameter = /\b(signature|timestamp|recvWindow|token|listenKey)=[^\s&"']+/gi;
/** What takes no place on a screen: within a secret it would hide it from here, and from nobody who reads. */
const unseen = /[\p{Cf}\p{DI}]+/gu;
/** Control characters could move a terminal's cursor. */
const breaking = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu;
/** What may stand between a name and its value: as words, as JSON, as JSON in JSON, in an address. */
const assigns = String.raw`(?:["'\s:=\\]|%22|%3A|%3D|%20){1,12}`;
/** But for the service's own codes of six digits, which the rules look for in its messages (interface 7.2). */
const afterCode = String.raw`(?<=(?<![A-Za-z])code${assigns})(?!187)`;
const oneTimeCode = new RegExp(String.raw`(?=\d{6}(?!\d))(?:(?<=VerifyCode${assigns})|${afterCode})\d{6}`, 'gi');

/** Takes text that came from outside and gives one short line of it without any of the secrets. */
export type Redact = (text: string) => string;

/** Makes the filter that every message passes before it becomes part of an error. */
export function createRedact(secrets: readonly string[]): Redact {
  const hidden = secrets
    .filter((secret) => secret.length >= 4)
    .flatMap(formsOf)
    // The longest first: of one that begins with another the rest would stay.
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

/** Takes text and gives it without the characters that take no place. */
export function withoutUnseen(text: string): string {
  return text.replace(unseen, '');
}

/** Takes text and gives a pattern's source that matches just that. */
export function literally(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}

/** Takes the name of a field and the pattern's source of its value and gives the source of both as they would be echoed. */
export function assigned(name: string, value: string): string {
  return String.raw`((?<![A-Za-z])${literally(name)}${assigns})${value}`;
}

function formsOf(secret: string): string[] {
  return [secret, encodeURIComponent(secret), Buffer.from(secret).toString('hex'), ...base64Forms(secret)];
}

/** A text in base64 has three forms, by where in a longer text it stands; each without the characters it shares. */
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
