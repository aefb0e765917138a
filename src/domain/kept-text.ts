/** Texts from outside in a memory: each takes a bounded number of bytes, whatever it says. */
import { z } from 'zod';
import { sha256 } from './sha256.ts';

/** Returns the bytes that a text takes in JSON, without its quotes. */
export function jsonBytes(text: string): number {
  let bytes = -2;
  for (const character of JSON.stringify(text)) bytes += utf8Bytes(Number(character.codePointAt(0)));
  return bytes;
}

function utf8Bytes(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x1_00_00 ? 3 : 4;
}

/**
 * A text of a memory that takes at most so many bytes in JSON. The size of the whole memory is computed from these
 * limits: Temporal refuses a payload above 2 MB, and a workflow that cannot continue as new stands still for good.
 */
export function boundedText(maxBytes: number) {
  const isShort = (text: string): boolean => jsonBytes(text) <= maxBytes;
  return z.string().min(1).refine(isShort, `must have at most ${maxBytes} bytes`).meta({ jsonBytes: maxBytes });
}

/** Room for an order number of twice the usual length, and for a digest. */
export const maxNameBytes = 40;

/** Returns the form in which a memory keeps a text and compares it: a digest stands for one that is too long. */
export function keptText(text: string, maxBytes: number): string {
  return jsonBytes(text) <= maxBytes ? text : digestOf(text).slice(0, maxBytes);
}

/** Returns as much of the beginning as takes so many bytes: of a text that is read, and compared with nothing. */
export function cutText(text: string, maxBytes: number): string {
  let kept = '';
  for (const character of text) {
    if (jsonBytes(kept + character) > maxBytes) break;
    kept += character;
  }
  return kept;
}

/** The same for identifiers: numbers of orders, ids of requests. */
export function keptName(text: string): string {
  return keptText(text, maxNameBytes);
}

/** No identifier of the service has a colon. */
function digestOf(text: string): string {
  return `sha256:${sha256(text).slice(0, 32)}`;
}
