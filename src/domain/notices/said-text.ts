/** What a person of the desk has said, as a message to the merchant may hold it: anyone who reaches Temporal writes it. */
import { z } from 'zod';
import { cutText } from '../kept-text.ts';

const maxBytes = 120;
/** Letters, digits and the signs of a plain sentence: nothing that a client takes for an address, a command or a mark. */
const notPlain = /[^\p{L}\p{N}\p{M} ,.;:'’()+-]/gu;
/** A point or a colon inside of a word makes a link of it. */
const linking = /(?<=\S)([.:])(?=\S)/g;

/** Returns a text in one line of plain words, cut where it is too long; it is the same when it is said again. */
export function saidText(text: string): string {
  const plain = text.replace(/\s+/g, ' ').replace(notPlain, '').replace(linking, '$1 ');
  return cutText(plain.replace(/ +/g, ' ').trim(), maxBytes).trim();
}

export const saidTextSchema = z.string().refine((text) => text === saidText(text), 'must be plain words');
