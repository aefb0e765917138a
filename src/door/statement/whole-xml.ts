/** Comments, quotations and instructions as a whole, begins and ends of elements, and a "<" that is none of them. */
const markup =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<(?<end>\/?)(?<name>[\w:.-]+)(?:\s[^<>]*?)?(?<empty>\/?)>|</g;

const mostSaid = 60;

/**
 * Returns what of a text is no XML, or null: each element that begins has its end, and in it. The parser reads what has
 * none as nothing, or as a part of what stands before it.
 */
export function unwholeElement(xml: string): string | null {
  const open: string[] = [];
  for (const { 0: mark, index, groups: { end, name, empty } = {} } of xml.matchAll(markup)) {
    if (mark === '<') return xml.slice(index, index + mostSaid);
    if (name === undefined || empty === '/') continue;
    if (end === '') open.push(name);
    else if (open.pop() !== name) return mark.slice(0, mostSaid);
  }
  const unclosed = open.at(-1);
  return unclosed === undefined ? null : `<${unclosed.slice(0, mostSaid)}>`;
}
