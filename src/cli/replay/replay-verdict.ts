import type { Replayed } from '../../workers/replay/replay-histories.ts';
import { textTable } from '../text-table.ts';

interface BrokenRun {
  /** The workflow, or the file that holds its history. */
  name: string;
  runId: string;
  events: number;
  reason: string;
}

/** Whether the code at hand can take over the runs of one type of workflow. */
interface TypeVerdict {
  workflowType: string;
  replayed: number;
  broken: BrokenRun[];
}

/** Adds up what was replayed, by type; also a type of which there is no history. */
export function verdictsOf(types: readonly string[], runs: readonly Replayed[]): TypeVerdict[] {
  const all = [...new Set([...types, ...runs.map(({ workflowType }) => workflowType)])];
  return all.map((workflowType) => {
    const ofType = runs.filter((run) => run.workflowType === workflowType);
    const broken = ofType.flatMap(({ name, runId, events, failure }) =>
      failure === null ? [] : [{ name, runId, events, reason: failure }],
    );
    return { workflowType, replayed: ofType.length, broken };
  });
}

/** Returns whether each history replays. */
export const isSafe = (verdicts: readonly TypeVerdict[]): boolean =>
  verdicts.every(({ broken }) => broken.length === 0);

/** Formats the verdicts for a person: the types, then each history that does not replay with its reason. */
export function verdictText(verdicts: readonly TypeVerdict[]): string {
  const table = textTable(
    [
      { title: 'type', cell: ({ workflowType }) => workflowType },
      { title: 'histories', cell: ({ replayed }) => replayed, align: 'right' },
      { title: 'upgrade', cell: verdictWord },
    ],
    verdicts,
  );
  const broken = verdicts.flatMap((verdict) => verdict.broken);
  const details = broken.flatMap(({ name, runId, events, reason }) => [
    `${name} (run ${runId}, ${events} events) does not replay:`,
    `  ${reason}`,
  ]);
  return [table, '', ...details, summaryOf(verdicts, broken.length)].join('\n');
}

function verdictWord({ replayed, broken }: TypeVerdict): string {
  if (replayed === 0) return 'no history';
  return broken.length === 0 ? 'safe' : `not safe: ${broken.length} of ${replayed} do not replay`;
}

function summaryOf(verdicts: readonly TypeVerdict[], broken: number): string {
  const replayed = verdicts.reduce((sum, verdict) => sum + verdict.replayed, 0);
  if (replayed === 0) return 'There was no history to replay: nothing is known about this upgrade.';
  if (broken === 0) return `Safe: ${replayed} of ${replayed} histories replay on this code.`;
  return `Not safe: ${broken} of ${replayed} histories do not replay on this code; docs/upgrading.md says what to do.`;
}
