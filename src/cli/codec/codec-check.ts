import { sealedRuns, type SealedRun } from '../../client/lists/unsealed-runs.ts';
import { readCodec } from '../../codec/codec-environment.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { withTemporal } from '../session/temporal-session.ts';
import { textTable } from '../text/text-table.ts';
import { readOptions } from '../kit/option-values.ts';
import { codecCheckOptions } from '../options/codec-options.ts';

/** A run that a worker with these keys, and nothing in clear, could not go on with. */
interface Obstacle extends SealedRun {
  missing: readonly string[];
}

/** `peerdesk codec check`: which runs hold payloads in clear, or sealed with a key that is not in the file. */
export const codecCheck: CommandRun = async (call, context) => {
  const { timeout, json } = readOptions(codecCheckOptions, call);
  const { keys } = readCodec(context.env);
  const runs = await withTemporal(context, { timeout }, ({ client }) => collected(sealedRuns(client)));
  const obstacles = runs.flatMap((run): Obstacle[] => {
    const missing = run.keys.filter((id) => keys === null || !keys.ids.includes(id));
    return run.clear === 0 && missing.length === 0 ? [] : [{ ...run, missing }];
  });
  const ready = obstacles.length === 0;
  const data = { ready, runs: runs.length, obstacles };
  print(context, { json, data, text: () => checkText(runs.length, obstacles) });
  return ready ? ExitCode.OK : ExitCode.ERROR;
};

async function collected(runs: AsyncIterable<SealedRun>): Promise<SealedRun[]> {
  const found: SealedRun[] = [];
  for await (const run of runs) found.push(run);
  return found;
}

function checkText(runs: number, obstacles: readonly Obstacle[]): string {
  if (obstacles.length === 0)
    return `Each of ${runs} runs is sealed with the keys here: strict workers can go on with them.`;
  const table = textTable(
    [
      { title: 'workflow', cell: ({ workflowId }) => workflowId },
      { title: 'in clear', cell: ({ clear }) => clear, align: 'right' },
      { title: 'keys that are missing', cell: ({ missing }) => (missing.length === 0 ? 'none' : missing.join(', ')) },
    ],
    obstacles,
  );
  return `${table}\n\n${obstacles.length} of ${runs} runs cannot go on under PEERDESK_CODEC=strict with these keys.`;
}
