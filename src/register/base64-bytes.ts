/** Returns the bytes of a text in the one way in which they are written; null for any other text, and for none. */
export function bytesOf(text: string, form: 'base64' | 'base64url'): Buffer | null {
  const bytes = Buffer.from(text, form);
  return bytes.length > 0 && bytes.toString(form) === text ? bytes : null;
}
