/** Returns what was done, or would be, a line each; where that is nothing, why. */
export function planText(lines: readonly string[], wrong: readonly string[]): string {
  if (lines.length > 0) return lines.join('\n');
  return wrong.length === 0
    ? 'nothing to do: what runs is what the file says'
    : 'nothing that can be done: what is wrong in the file stands above';
}
