/**
 * Nicknames, notes and messages come from strangers: a control character in them could move the cursor of a terminal or
 * retitle its window, a bidirectional mark could turn a price around. Line breaks are layout of ours and stay.
 */
const unprintable = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
/** What JSON.stringify leaves as it is although a terminal may act on it. */
const unescaped = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Takes text of any origin and gives it without what a terminal would act on. */
export function printableText(text: string): string {
  return text.replace(unprintable, '');
}

/** Takes plain data and gives it as indented JSON in which a terminal finds nothing to act on. */
export function printableJson(data: unknown): string {
  return escapeRest(JSON.stringify(data, null, 2));
}

/** The same on one line, for a stream of events. */
export function printableJsonLine(data: unknown): string {
  return escapeRest(JSON.stringify(data));
}

function escapeRest(json: string): string {
  return json.replace(unescaped, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
