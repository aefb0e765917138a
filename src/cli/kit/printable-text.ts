/**
 * Nicknames, notes and messages come from strangers: a control character in them could move the cursor of a terminal or
 * retitle its window, a bidirectional mark could turn a price around. Line breaks are our own layout and stay.
 */
const unprintable = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
/** Characters that JSON.stringify does not escape although a terminal may act on them. */
const unescaped = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Removes every character that a terminal would act on. */
export function printableText(text: string): string {
  return text.replace(unprintable, '');
}

/** Formats plain data as indented JSON without characters that a terminal would act on. */
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
