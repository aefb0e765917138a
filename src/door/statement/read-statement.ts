/** A statement of a bank, from its bytes to the payments in it. */
import type { StatementSource } from '../../config/file/payment-sources.ts';
import type { StatementFormat } from '../../config/file/payments/statement-form.ts';
import { readCamtStatement } from './camt-statement.ts';
import { readCsvStatement } from './csv-statement.ts';
import { readMt940Statement } from './mt940-statement.ts';
import { readOfxStatement } from './ofx-statement.ts';
import { UnreadableStatement, type StatementLine } from './statement-line.ts';

const readers: Readonly<Record<StatementFormat, (text: string, source: StatementSource) => StatementLine[]>> = {
  csv: readCsvStatement,
  camt: readCamtStatement,
  mt940: readMt940Statement,
  ofx: readOfxStatement,
};

/** A year of a busy merchant has less; what is parsed takes several times as much. */
export const mostStatementBytes = 33_554_432;

interface StatementFile {
  readonly bytes: Uint8Array;
  /** Null: as its content says. */
  readonly format: StatementFormat | null;
}

/** Reads a statement. Throws UnreadableStatement where the file as a whole is none; a row that is wrong is refused by itself. */
export function readStatement({ bytes, format }: StatementFile, source: StatementSource): StatementLine[] {
  if (bytes.length > mostStatementBytes)
    throw new UnreadableStatement(`it has more than ${mostStatementBytes} bytes: export a shorter time`);
  const text = decoded(bytes, source.form.encoding);
  return readers[format ?? formatOf(text)](text, source);
}

function decoded(bytes: Uint8Array, declared: string): string {
  const encodings = encodingsOf(bytes, declared);
  for (const encoding of encodings) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next one.
    }
  }
  throw new UnreadableStatement(`it is not written in ${encodings.at(-1)}: say its encoding, such as "windows-1252"`);
}

/** How far the head of OFX reaches. */
const mostHead = 1_000;

/** A file of OFX says how it is written; banks write UTF-8 in spite of that, which is no other encoding's text by chance. */
function encodingsOf(bytes: Uint8Array, declared: string): string[] {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, mostHead));
  if (!isOfx.test(head)) return [declared];
  const { own, single } =
    /encoding="(?<own>[\w-]{1,40})"|CHARSET:\s*(?:ISO-)?(?<single>1252|8859-1)/i.exec(head)?.groups ?? {};
  return ['utf-8', ...(single === undefined ? [own ?? declared] : ['windows-1252']), declared];
}

const isOfx = /^(?:\u00EF\u00BB\u00BF)?\s*(?:<\?xml[^>]*>\s*)?(?:OFXHEADER|<\??OFX\b)/i;

function formatOf(text: string): StatementFormat {
  if (isOfx.test(text)) return 'ofx';
  if (/^\s*</.test(text)) return 'camt';
  return /^(?:\{1:|:20:|:25:|:940:)/m.test(text) ? 'mt940' : 'csv';
}
