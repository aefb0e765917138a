/** Where an escape would not be the letter: after a backslash, and in a text that is raw. */
const unescapable = /(?<!\\)(?:\\\\)*\\[\u0080-\uffff]|String\.raw`[^`]*[\u0080-\uffff]/;

/**
 * Returns code that does the same, with escapes for letters beyond ASCII: a single one beyond Latin-1 doubles each copy of
 * it that a process keeps (ADR 0031). Throws where an escape would be another text.
 */
export function asciiCode(code: string): string {
  const [odd] = unescapable.exec(code) ?? [];
  if (odd !== undefined) throw new Error(`in the code of the workflows ${JSON.stringify(odd)} cannot be escaped`);
  return code.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
