/** Lines of the page about tctl, typed into a shell as they stand there, to a desk that runs. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import type { RefusedMessages } from '../../../src/client/index.ts';
import { kindOf, signalLines, type Program } from '../../project/tctl-lines.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { until } from '../desk-harness.ts';
import { isBusy, type CommandEnd, type OperationsWorld } from '../operations-world.ts';

const tctl = process.env['TCTL_PATH'] ?? 'tctl';
const hasTctl = spawnSync(tctl, ['--version']).status === 0;
if (!hasTctl) process.stdout.write('tctl is not found (PATH, TCTL_PATH): its lines are not typed here\n');

/** A test with tctl, where it is found. */
export function withTctl(title: string, test: () => Promise<void>): void {
  it.runIf(hasTctl)(`tctl: ${title}`, test);
}

/** A test with each of the two programs. */
export function withEach(title: string, test: (program: Program) => Promise<void>): void {
  withTctl(title, () => test('tctl'));
  it(`temporal: ${title}`, () => test('temporal'));
}

export type Filled = Readonly<Record<string, string>>;

const run = promisify(execFile);

/** Types a line, with its placeholders filled in. */
export async function typed(
  { address, namespace }: Pick<OperationsWorld, 'address' | 'namespace'>,
  line: string,
  filled: Filled,
): Promise<CommandEnd> {
  const text = line
    .replaceAll(/\b[A-Z]+\b/g, (word) => filled[word] ?? word)
    .replace(/^tctl\b/, tctl)
    .replace(/^temporal\b/, inject('temporalCli'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    // tctl writes a file of settings there.
    HOME: await temporaryDirectory(),
    TEMPORAL_CLI_ADDRESS: address,
    TEMPORAL_CLI_NAMESPACE: namespace,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
  };
  const type = async (): Promise<CommandEnd> => {
    try {
      const { stdout, stderr } = await run('/bin/sh', ['-c', text], { env });
      return { exitCode: 0, text: stdout + stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { exitCode: code, text: stdout + stderr };
    }
  };
  let end = await type();
  while (isBusy(end)) end = await type();
  return end;
}

/** What shows that a command was carried out, or the reason with which the workflow refuses it as it stands. */
export type Wanted<View> = Readonly<Record<string, ((view: View, before: View) => boolean) | RegExp>>;

export interface Sending<View> {
  program: Program;
  workflowId: string;
  wanted: Wanted<View>;
  /** Beside the parts of the id. */
  filled?: (view: View) => Filled;
}

/** Types the lines of the page for a workflow that `wanted` has, in the order of the page. */
export async function send<View extends { refused: RefusedMessages }>(
  world: OperationsWorld,
  { program, workflowId, wanted, filled = () => ({}) }: Sending<View>,
): Promise<void> {
  const [kind, ACCOUNT = '', NUMBER = ''] = workflowId.split(':');
  const read = () => world.client.workflow.getHandle(workflowId).query<View>('state');
  const lines = signalLines(program).filter(({ id, name }) => kindOf(id) === kind && name in wanted);
  expect(lines.map(({ name }) => name).toSorted()).toEqual(Object.keys(wanted).toSorted());
  for (const { text, name } of lines) {
    const before = await read();
    const words = { ACCOUNT, NUMBER, NAME: kind === 'egress' ? ACCOUNT : NUMBER, REQUEST: NUMBER, ...filled(before) };
    expect(await typed(world, text, words), text).toMatchObject({ exitCode: 0 });
    const want = wanted[name] ?? /^$/;
    const { count } = before.refused;
    const isOver = (view: View): boolean =>
      view.refused.count > count || (typeof want === 'function' && want(view, before));
    const { refused } = await until(`${text} is carried out, or refused`, read, isOver);
    const isTaken = typeof want === 'function';
    expect(refused.count, `${text}: ${refused.last?.reason}`).toBe(isTaken ? count : count + 1);
    if (!isTaken) expect(refused.last).toMatchObject({ message: name, reason: expect.stringMatching(want) });
  }
}
