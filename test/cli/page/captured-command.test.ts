import { describe, expect, it } from 'vitest';
import { capturedCommand, callOf } from '../../../src/cli/page/captured-command.ts';
import { CliFailure } from '../../../src/cli/kit/cli-failure.ts';
import { print, type CommandContext } from '../../../src/cli/kit/command-context.ts';
import { ExitCode } from '../../../src/cli/kit/exit-code.ts';

const sink = { write: () => expect.unreachable('the page prints nothing') };
const context: CommandContext = {
  env: { PEERDESK_API_SECRET: 'a-secret-of-the-desk-0123' },
  stdout: sink,
  stderr: sink,
  askPerson: async () => 'yes',
};

const says =
  (line: string, exitCode: ExitCode) =>
  async (inner: CommandContext): Promise<ExitCode> => {
    print(inner, { json: false, data: null, text: () => line });
    return exitCode;
  };

describe('phone: a command that the page runs', () => {
  it.each<[ExitCode, string]>([
    [ExitCode.OK, 'done'],
    [ExitCode.REGISTER_ALONE, 'done'],
    // In a shadow, or too late: it was taken all the same.
    [ExitCode.REFUSED, 'unmet'],
    [ExitCode.CONFIGURATION, 'refused'],
    [ExitCode.NOT_FOUND, 'uncertain'],
    [ExitCode.TIMEOUT, 'uncertain'],
    [ExitCode.NOT_KEPT, 'uncertain'],
  ])('with exit code %i is %s, and its line is the answer', async (exitCode, end) => {
    expect(await capturedCommand(context, says('order 88: hold noted', exitCode))).toEqual({
      end,
      line: 'order 88: hold noted',
    });
  });

  it('can ask no one, and what it throws is one line without secrets', async () => {
    const done = await capturedCommand(context, async (inner) => {
      expect(inner.askPerson).toBeUndefined();
      throw new CliFailure(ExitCode.REFUSED, 'refused by a-secret-of-the-desk-0123\u202e');
    });
    expect(done.end).toBe('refused');
    expect(done.line).toMatch(/^refused by /);
    expect(done.line).not.toMatch(/a-secret|\u202e/);
  });

  it('is called with what it is given', () => {
    const call = callOf('peerdesk order hold', ['88'], { by: 'ana' });
    expect([call.args, call.options, call.help()]).toEqual([['88'], { by: 'ana' }, '']);
  });
});
