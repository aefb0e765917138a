/** Returns a sentence with the code that it is the meaning of behind it: "no human has approved (release-gate)". */
export function coded(sentence: string, ...codes: readonly (string | null)[]): string {
  const behind = codes.filter((code) => code !== null && code !== '' && code !== sentence).join(', ');
  if (behind === '') return sentence;
  return sentence === '' ? behind : `${sentence} (${behind})`;
}
