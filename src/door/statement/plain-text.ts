/** Five names and numbers: no document declares more. */
const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

const entity = /&(?:#(\d{1,7}|[xX][\da-fA-F]{1,6})|(lt|gt|quot|apos|amp));/g;

/** Returns a text of XML or SGML with its entities read, each once; one that names no letter stays as it is. */
export function plainText(text: string): string {
  return text.replace(entity, (whole, number: string | undefined, name: string) =>
    number === undefined ? (named.get(name) ?? whole) : (letterOf(Number(number.replace(/^x/i, '0x'))) ?? whole),
  );
}

const letterOf = (code: number): string | null => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : null);
