import { describe, expect, it } from 'vitest';
import { pageHead } from '../../../src/workflows/kit/page-head.ts';
import { readProjectFile, typescriptFiles } from '../../project/project-files.ts';

const head = { title: 'Order 22', says: 'no human has approved', code: 'release-gate', mode: 'live' } as const;
const atMs = Date.UTC(2026, 0, 2, 3, 4, 5);

describe('U16: a page of the Web UI says what there is to know first, and the code behind it', () => {
  it('what waits for a person is marked', () => {
    const lines = pageHead({ ...head, needsHuman: true, sinceMs: atMs });
    expect(lines).toEqual([
      '## Order 22',
      '',
      '**Needs you:** no human has approved (`release-gate` since 2026-01-02 03:04:05 UTC · mode live)',
      '',
    ]);
  });

  it('what does not wait has an end, where it is known, and a mode, where there is one', () => {
    const [, , line] = pageHead({ ...head, needsHuman: false, untilMs: atMs, mode: null });
    expect(line).toBe('**Now:** no human has approved (`release-gate` until 2026-01-02 03:04:05 UTC)');
  });

  it('I33: what others wrote is no Markdown in it', () => {
    const [title, , line] = pageHead({ ...head, title: '[a](b)', says: '<b>\n# c', code: 'a`b', needsHuman: false });
    expect(`${title}${line}`).not.toMatch(/\[a\]\(|<b>|\n|a`b/);
  });

  it('every page begins so, but for the one that has no state', () => {
    const pages = typescriptFiles('src/workflows').filter((file) =>
      /\bPresentation\b[^]*attributes: \[/.test(readProjectFile(file)),
    );
    const without = pages.filter((file) => !readProjectFile(file).includes('...pageHead({'));
    expect(pages.length).toBeGreaterThan(7);
    expect(without).toEqual(['src/workflows/lead/lead-page.ts']);
  });
});
