/**
 * A limit that binds for long takes the ad offline where its rules require it (design 6); a human's resume puts it
 * back.
 */
import type { WriteReceipt } from '../../activities/activity-contract.ts';
import { repeatableWrites } from '../kit/activity-proxies.ts';
import { workOrChange } from '../kit/wait.ts';
import { noteRefusedWrite } from './ad-apply.ts';
import { clearProblem, moveAd, type AdTask } from './ad-task.ts';

/** Takes the ad offline for the limit that a human was asked about. On failure the next look tries again. */
export async function takeOffline(task: AdTask): Promise<void> {
  const { input, run, troubles } = task;
  const { mode, adNumber } = input;
  const reason = run.memory.troubles['limit']?.text ?? 'a limit binds';
  const writes = repeatableWrites('A limit binds: taking the ad offline');
  const receipt = await written(task, () => writes.takeAdOffline({ mode, adNumber }));
  if (receipt === null) return;
  const { ad } = run.memory;
  run.remember({
    takenOffline: true,
    ad: ad === null || receipt.kind === 'intent' ? ad : { ...ad, status: 'offline' },
  });
  // From now on the state shows it.
  troubles.clear('limit');
  moveAd(task, { type: 'offline', cause: 'limit', reason, atMs: receipt.atMs });
}

/** Puts the ad online again, after a human has resumed it, at a price that is clear of the other own ads. */
export async function bringOnline(task: AdTask): Promise<void> {
  const { input, run } = task;
  const { mode, adNumber } = input;
  const { limits } = run.memory.rules;
  const writes = repeatableWrites('Resumed: putting the ad online');
  if ((await written(task, () => writes.putAdOnline({ mode, adNumber, limits }))) === null) return;
  run.remember({ takenOffline: false });
  clearProblem(task);
}

/** Returns null when it was refused, which is recorded, or a command took it back. */
async function written(task: AdTask, work: () => Promise<WriteReceipt>): Promise<WriteReceipt | null> {
  const { run } = task;
  const { revision, memory } = run;
  try {
    const receipt = await workOrChange(run, { revision, work, onChange: 'await-end' });
    if (receipt?.kind === 'intent') run.remember({ intents: run.memory.intents + 1 });
    return receipt;
  } catch (error) {
    const referencePrice = memory.referencePrice ?? memory.ad?.price ?? null;
    await noteRefusedWrite(task, error, { referencePrice, revision });
    return null;
  }
}
