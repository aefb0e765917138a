/** What the runbook says, as an operator does it. */
import { z } from 'zod';
import { until } from '../storm/storm-world.ts';
import { must } from './keepers.ts';
import type { LossesWorld } from './losses-world.ts';
import { account } from './own-service.ts';

type Here = Pick<LossesWorld, 'peerdesk'>;

const shownSchema = z.object({
  accounts: z.array(
    z.object({
      account: z.string(),
      unexplained: z.array(z.object({ orderNumber: z.string() })),
      unknownNumber: z.number().nullable(),
    }),
  ),
});

async function shownOf({ peerdesk }: Here, name: string) {
  const shown = shownSchema.parse(JSON.parse(await must(peerdesk, 'register', 'show', '--json')));
  return shown.accounts.find((one) => one.account === name);
}

/** Returns the releases that the register does not know. */
export async function unknownReleases(world: Here, name = account): Promise<readonly string[]> {
  return (await shownOf(world, name))?.unexplained.map(({ orderNumber }) => orderNumber) ?? [];
}

/** Returns whether the register shows that another one was used in its place. */
export async function isOlderCopy(world: Here): Promise<boolean> {
  const { unknownNumber = null } = (await shownOf(world, account)) ?? {};
  return unknownNumber !== null;
}

/** Waits until the worker has compared, and says that a person released them in the app; returns how many. */
export async function explain(world: Here, expected: readonly string[]): Promise<number> {
  return await explainAll(world, await unknownShown(world, expected));
}

/** Waits until the worker has compared, and returns what is unknown. */
export function unknownShown(world: Here, expected: readonly string[]): Promise<readonly string[]> {
  return until(
    'the register shows every unknown release',
    () => unknownReleases(world),
    (shown) => expected.every((orderNumber) => shown.includes(orderNumber)),
  );
}

/** Says that no person released them: it changes nothing, and prints what to do. */
export async function sayOlderCopy({ peerdesk }: Here): Promise<void> {
  const printed = await must(peerdesk, 'register', 'explain', account, '--older-copy');
  if (!printed.includes('register recover')) throw new Error(`register explain --older-copy: ${printed}`);
}

/** Explains what is unknown now; returns how many. */
export async function explainAll({ peerdesk }: Here, unknown: readonly string[]): Promise<number> {
  if (unknown.length === 0) return 0;
  const said = ['--released-in-app', '--yes', '--count', String(unknown.length), '--by', 'ana'];
  await must(peerdesk, 'register', 'explain', account, ...said);
  return unknown.length;
}

const recoveredSchema = z.object({
  accounts: z.tuple([
    z.object({
      booked: z.array(z.string()),
      withoutPayment: z.array(z.string()),
      held: z.array(z.string()),
      unread: z.array(z.string()),
    }),
  ]),
});

export type Recovered = z.infer<typeof recoveredSchema>['accounts'][0];

/** Makes a new register beside a worker that has lost its own; returns what it found. */
export async function recover({ peerdesk }: Here): Promise<Recovered> {
  const { stdout, stderr } = await peerdesk(
    'register',
    'recover',
    '--yes',
    '--json',
    '--by',
    'ana',
    '--timeout',
    '120s',
  );
  if (stdout === '') throw new Error(`register recover: ${stderr}`);
  return recoveredSchema.parse(JSON.parse(stdout)).accounts[0];
}

/** Releases are on again, in the register and at the guard. */
export async function openReleases({ peerdesk }: Here): Promise<void> {
  const open = () => peerdesk('desk', 'open', 'releases', '--by', 'ana', '--timeout', '20s');
  await until('releases are on', open, ({ exitCode }) => exitCode === 0);
}
