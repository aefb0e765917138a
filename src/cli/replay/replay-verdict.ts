import { countText, readText, verdictOf, type TypeVerdict } from '../../workers/replay/verdict.ts';
import { textTable } from '../text/text-table.ts';

/** Formats the verdicts for a person: the types, then each history that does not replay with its reason. */
export function verdictText(verdicts: readonly TypeVerdict[]): string {
  const table = textTable(
    [
      { title: 'type', cell: ({ workflowType }) => workflowType },
      { title: 'histories', cell: ({ replayed }) => countText(replayed), align: 'right' },
      { title: 'upgrade', cell: verdictWord },
    ],
    verdicts,
  );
  const details = verdicts
    .flatMap((verdict) => verdict.broken)
    .flatMap(({ name, runId, events, reason }) => [
      `${name} (run ${runId}, ${events} events) does not replay:`,
      `  ${reason}`,
    ]);
  return [table, '', ...details, summaryOf(verdicts)].join('\n');
}

function verdictWord({ replayed, open, unread, broken }: TypeVerdict): string {
  const rest = unread === 0 ? [] : [`read ${readText(open, unread)}`];
  if (broken.length > 0) {
    return [`not safe: ${countText(broken.length)} of ${countText(replayed)} do not replay`, ...rest].join(', ');
  }
  if (unread > 0) return ['unknown', ...rest].join(': ');
  return replayed === 0 ? 'no history' : 'safe';
}

function summaryOf(verdicts: readonly TypeVerdict[]): string {
  const total = (of: (verdict: TypeVerdict) => number): number => verdicts.reduce((sum, one) => sum + of(one), 0);
  const replayed = total((verdict) => verdict.replayed);
  const broken = total((verdict) => verdict.broken.length);
  const open = total((verdict) => verdict.open);
  const unread = total((verdict) => verdict.unread);
  switch (verdictOf(verdicts)) {
    case 'safe':
      return `Safe: ${countText(replayed)} of ${countText(replayed)} histories replay on this code.`;
    case 'not safe':
      return `Not safe: ${countText(broken)} of ${countText(replayed)} histories do not replay on this code; docs/upgrading.md says what to do.`;
    case 'unknown':
      return replayed === 0 && unread === 0
        ? 'Unknown: there was no history to replay, so nothing is known about this upgrade. Is it the right namespace?'
        : `Unknown: ${readText(open, unread)} were read, and they replay; without --limit, and with a longer --timeout, all are.`;
  }
}
