import { spawn } from 'node:child_process';

interface CommandOptions {
  env?: NodeJS.ProcessEnv;
  /** Runs as this user; absent: as this one. */
  uid?: number | undefined;
  cwd?: string;
  /** What it prints is shown; absent: it is kept for the error. */
  isShown?: boolean;
}

/** Runs a program to its end and returns what it printed. Rejects with its last lines when it fails. */
export async function run(program: string, args: readonly string[], options: CommandOptions = {}): Promise<string> {
  const { env = process.env, uid, cwd, isShown = false } = options;
  const place = { ...(cwd === undefined ? {} : { cwd }), ...(uid === undefined ? {} : { uid }) };
  const child = spawn(program, args, { env, ...place, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  let said = '';
  child.stdout.on('data', (data: Buffer) => {
    printed += data.toString();
    if (isShown) process.stdout.write(data);
  });
  child.stderr.on('data', (data: Buffer) => {
    said += data.toString();
    if (isShown) process.stderr.write(data);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code === 0) return printed;
  const last = `${printed}${said}`.trim().split('\n').slice(-8).join('\n');
  throw new Error(`${program} ${args.slice(0, 3).join(' ')} … ended with ${code}:\n${last}`);
}
