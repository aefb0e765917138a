const maxSummary = 100;

/** Makes foreign text one line, without invisible and control characters; `longest`: in characters. */
export function oneLine(text: string, longest: number): string {
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return visible.length > longest ? `${visible.slice(0, longest)}…` : visible;
}

/** The same, with nothing in it that Markdown takes for a link, a heading or code; `longest`: before it is escaped. */
export function markdownText(text: string, longest: number): string {
  return oneLine(text, longest).replace(/[\\`*_[\]()<>#|~!{}]/g, String.raw`\$&`);
}

/** Foreign text as the label of a step or a workflow, which Temporal keeps short: at most 100 characters. */
export function summaryText(text: string): string {
  return markdownText(text, maxSummary);
}
