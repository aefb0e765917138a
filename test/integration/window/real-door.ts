import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { createApproverKey } from '../../../src/cli/approver/approver-files.ts';
import { inProject } from '../../../src/server/project-root.ts';
import { doorOf } from '../../door/door-key.ts';
import { botToken } from '../../door/telegram/bot-api-server.ts';
import { temporaryDirectory, type AtEnd } from '../../setup/temporary-directory.ts';
import { account, type DeskWorld } from '../desk-harness.ts';

const signer = doorOf();
/** By which a sender signs what it posts. */
export const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
/** By which a worker counts the payments of the door's source as evidence. */
export const PEERDESK_EVIDENCE = `bank=${signer.publicKey},recall=${signer.publicKey}`;

/** Lets the workers of a world release by signed evidence alone, beside approvals of a key that no one has. */
export async function releaseByEvidence({ env }: DeskWorld, atEnd: AtEnd = onTestFinished): Promise<void> {
  const approvers = { PEERDESK_APPROVER_DIR: await temporaryDirectory(atEnd) };
  const { publicKey } = createApproverKey(approvers, 'ana');
  Object.assign(env, {
    PEERDESK_EVIDENCE,
    PEERDESK_APPROVALS: 'signed',
    PEERDESK_RELEASE_POLICIES: 'match',
    PEERDESK_APPROVERS: `ana=${publicKey}`,
  });
}

/** A `peerdesk door` with a source of evidence, and others. */
interface RealDoor {
  /** Where it takes posts of its source `bank`. */
  readonly url: string;
  /** Its configuration. */
  readonly file: string;
  readonly kill: () => Promise<void>;
}

interface DoorOptions {
  /** Of a door before it. */
  readonly port?: string;
  /** Further sources, whose secret file is `bank`, too. */
  readonly sources?: string;
  /** Further sections of its account. */
  readonly accountSections?: string;
  readonly atEnd?: AtEnd;
}

/** Starts one; with a port it takes posts where one before it did. */
export async function startDoor(
  { baseUrl, env }: DeskWorld,
  { port = '0', sources = '', accountSections = '', atEnd = onTestFinished }: DoorOptions = {},
): Promise<RealDoor> {
  const folder = await temporaryDirectory(atEnd);
  const text = `[account.${account}]
service = "${baseUrl}"
mode = "sim"
${accountSections}
[door]
key_file = "door"
public_key = "${signer.publicKey}"

[payments.bank]
scheme = "standard-webhooks"
class = "evidence"
secret_file = "bank"
currency = "BOB"
${sources}`;
  const files = {
    'peerdesk.toml': text,
    bank: secret,
    telegram: botToken,
    door: signer.privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content, { mode: 0o600 });
  const args = [inProject('bin', 'peerdesk.mjs'), 'door', '--json', '--port', port];
  const own = [
    'PATH',
    'HOME',
    'NODE_COMPILE_CACHE',
    'PEERDESK_STATE_DIR',
    'TEMPORAL_ADDRESS',
    'TEMPORAL_NAMESPACE',
  ].map((name) => [name, env[name] ?? '']);
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: Object.fromEntries(own) as Record<string, string>,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(child, 'exit');
    if (child.kill(signal)) await ended;
  };
  atEnd(() => end('SIGTERM'));
  const line = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  const { endpoint } = JSON.parse(String(line.value)) as { endpoint: string };
  const file = join(folder, 'peerdesk.toml');
  return { url: `${endpoint}/v1/payments/bank`, file, kill: () => end('SIGKILL') };
}
