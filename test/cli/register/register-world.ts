/** A machine with a register, and the commands that a person types there. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createRegister, openRegister } from '../../../src/register/open-register.ts';
import type { RegisterOrigin } from '../../../src/register/operations/accounts.ts';
import type { Register } from '../../../src/register/register.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import type { PeerdeskRun } from '../../setup/run-peerdesk.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { TestDesk } from '../../register/contract/test-desk.ts';

export class RegisterMachine {
  readonly folder: string;
  /** Of the commands; a test may add to them. */
  readonly env: Record<string, string>;

  private constructor(folder: string) {
    this.folder = folder;
    this.env = {
      PEERDESK_STATE_DIR: join(folder, 'state'),
      PEERDESK_BASE_URL: 'https://api.example.com',
      TEMPORAL_ADDRESS: '127.0.0.1:1',
    };
  }

  static async open(): Promise<RegisterMachine> {
    return new RegisterMachine(await temporaryDirectory());
  }

  /** The file of real money, or of the simulator. */
  file(name: 'register' | 'register-sim' = 'register'): string {
    return join(this.folder, 'state', `${name}.sqlite`);
  }

  peerdesk(...args: string[]): Promise<PeerdeskRun> {
    return runInProcess(args, this.env);
  }

  /** Makes a register without a command. */
  async make(file = this.file(), how: RegisterOrigin = 'created', generation: string = randomUUID()): Promise<void> {
    await createRegister({ kind: 'sqlite', file, isSimulators: false }, { generation, how, nowMs: Date.now() });
  }

  /** Does something in a register as a worker would. */
  async within<T>(use: (register: Register) => Promise<T>, file = this.file()): Promise<T> {
    const register = await openRegister({ kind: 'sqlite', file, isSimulators: false }, { migrate: false });
    try {
      return await use(register);
    } finally {
      await register.close();
    }
  }

  /** An account of it, as the tests of a register use one. */
  async withDesk<T>(account: string, use: (desk: TestDesk) => Promise<T>): Promise<T> {
    return this.within(async (register) =>
      use(await TestDesk.open({ register, change: async () => undefined }, account)),
    );
  }
}
