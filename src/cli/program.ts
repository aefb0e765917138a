import { Command, Option, type CommanderError } from 'commander';
import { misuse } from './kit/cli-failure.ts';
import type { CommandCall, CommandGroup, CommandSpec, OptionSpec } from './kit/command-spec.ts';
import { note, type CommandContext } from './kit/command-context.ts';
import { adGroup } from './commands/ad-commands.ts';
import { approverGroup } from './commands/approver-commands.ts';
import { callCommand } from './commands/call-command.ts';
import { codecGroup } from './commands/codec-commands.ts';
import { completionCommand } from './commands/completion-command.ts';
import { configGroup } from './commands/config-commands.ts';
import { deployGroup } from './commands/deploy-commands.ts';
import { deskGroup } from './commands/desk-commands.ts';
import { marketCommands } from './commands/market-commands.ts';
import { orderGroup } from './commands/order-commands.ts';
import { paymentGroup } from './commands/payment-commands.ts';
import { personGroup } from './commands/person-commands.ts';
import { registerGroup } from './commands/register-commands.ts';
import { reportGroup } from './commands/report-commands.ts';
import { processCommands } from './commands/process-commands.ts';
import { refusePlaceholders } from './text/placeholder.ts';
import { packageVersion } from './process/version-show.ts';

type Dispatch = (spec: CommandSpec, call: CommandCall) => Promise<void>;

export const commandGroups: readonly CommandGroup[] = [
  adGroup,
  orderGroup,
  deskGroup,
  personGroup,
  paymentGroup,
  registerGroup,
  reportGroup,
  configGroup,
  deployGroup,
  approverGroup,
  codecGroup,
];
export const singleCommands: readonly CommandSpec[] = [
  ...processCommands,
  ...marketCommands,
  callCommand,
  completionCommand(() => ({ singles: singleCommands, groups: commandGroups })),
];

const exitCodeHelp = `
Exit codes: 0 ok, 1 error, 2 not found, 3 not running, 4 configuration, 5 no answer in time (look, and repeat),
6 refused by policy, 7 not kept outside Temporal yet, 8 kept in the register alone, 10 config diff found a difference,
130 interrupted.
Start with: peerdesk up          (a whole desk on this machine, no keys needed)
Then look:  peerdesk order list  (and the Web UI, whose address \`peerdesk up\` prints)`;

/** Builds the whole command line. Nothing runs before it parses; then `dispatch` gets the called command. */
export function buildProgram(context: CommandContext, dispatch: Dispatch): Command {
  const program = new Command('peerdesk')
    .description("Keeps a peer-to-peer merchant's ads priced and carries each order from check to release.")
    .version(packageVersion())
    .enablePositionalOptions()
    .addHelpText('after', exitCodeHelp);
  const run: Dispatch = async (spec, call) => {
    refusePlaceholders(spec, call);
    await dispatch(spec, withVariables(spec, call, context));
  };
  for (const spec of singleCommands) addCommand(program, spec, run);
  for (const group of commandGroups) {
    const parent = program.command(group.name).description(group.summary).enablePositionalOptions();
    parent.addHelpText('after', exampleLines(group.commands.slice(0, 3).map(({ examples }) => examples[0])));
    for (const spec of group.commands) {
      addCommand(parent, spec, run);
      if (spec.formerly !== undefined) addFormer(parent, { spec, formerly: spec.formerly, context }, run);
    }
  }
  directOutput(program, context);
  return program;
}

interface Former {
  spec: CommandSpec;
  formerly: string;
  context: CommandContext;
}

/** Runs under its former name, too, which no help lists: it says the new one. */
function addFormer(parent: Command, { spec, formerly, context }: Former, dispatch: Dispatch): void {
  const [name = '', ...rest] = spec.usage.split(' ');
  const usage = [formerly, ...rest].join(' ');
  describeCommand(parent.command(usage, { hidden: true }), spec, async (_, call) => {
    const path = `${pathOf(parent)} ${name}`;
    note(context, `\`${call.path}\` is now \`${path}\``);
    await dispatch(spec, { ...call, path });
  });
}

function addCommand(parent: Command, spec: CommandSpec, dispatch: Dispatch): void {
  describeCommand(parent.command(spec.usage), spec, dispatch);
}

function describeCommand(command: Command, spec: CommandSpec, dispatch: Dispatch): void {
  command.description(spec.summary).summary(spec.summary);
  for (const option of spec.options) addOption(command, option);
  if (spec.ownHelp === true) command.helpOption(false).option('-h, --help', 'display help for command');
  if (spec.passesThrough === true) command.passThroughOptions().allowUnknownOption();
  command.addHelpText('after', () => helpEnd(spec));
  command.action(async (...given: unknown[]) => {
    const args = given
      .slice(0, -2)
      .flat()
      .filter((arg) => typeof arg === 'string');
    const help = (): string => command.helpInformation() + helpEnd(spec);
    await dispatch(spec, { args, options: command.opts(), path: pathOf(command), help });
  });
}

/** Completes the options from the variables that stand for them. An empty variable is none. */
function withVariables({ options }: CommandSpec, call: CommandCall, { env }: CommandContext): CommandCall {
  const read = options.flatMap(({ flags, variable }) => {
    const text = variable === undefined ? undefined : env[variable];
    return text === undefined || text === '' ? [] : [[new Option(flags).attributeName(), text] as const];
  });
  return { ...call, options: { ...Object.fromEntries(read), ...call.options } };
}

function addOption(command: Command, { flags, text, repeats }: OptionSpec): void {
  if (repeats !== true) command.option(flags, text);
  else command.option(flags, `${text} (may be repeated)`, collect);
}

const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

function helpEnd({ examples, notes: said }: CommandSpec): string {
  const notes = typeof said === 'function' ? said() : said;
  return `${notes === undefined ? '' : `\n${notes}\n`}${exampleLines(examples)}`;
}

function exampleLines(examples: readonly string[]): string {
  const lines = examples.map((example) => `  $ ${example}`);
  return `\nExample${lines.length > 1 ? 's' : ''}:\n${lines.join('\n')}\n`;
}

/** Sends help to our streams, and throws commander's errors as one line of ours. */
function directOutput(command: Command, context: CommandContext): void {
  command.configureOutput({
    writeOut: (text) => context.stdout.write(text),
    writeErr: () => undefined,
    outputError: () => undefined,
  });
  command.exitOverride((error) => {
    throw error.exitCode === 0 ? error : misuse(usageLine(command, error));
  });
  for (const child of command.commands) directOutput(child, context);
}

function usageLine(command: Command, error: CommanderError): string {
  const path = pathOf(command);
  if (error.code === 'commander.help') {
    const names = command.commands.map((child) => child.name()).join(', ');
    return `say what to do: ${names}; see \`${path} --help\``;
  }
  const problem = error.message.replace(/^error: /, '').replaceAll(/\s+/g, ' ');
  return `${missingGroup(command, problem) ?? problem}; see \`${path} --help\``;
}

/** Someone in a hurry leaves the group out: `peerdesk kill` is `peerdesk desk kill`. Null for any other problem. */
function missingGroup(program: Command, problem: string): string | null {
  const unknown = /^unknown command '([^']*)'/.exec(problem);
  const paths = program.commands.flatMap((group) => group.commands.filter((child) => child.name() === unknown?.[1]));
  if (unknown === null || paths.length === 0) return null;
  return `${unknown[0]} (Did you mean ${paths.map((child) => `\`${pathOf(child)}\``).join(' or ')}?)`;
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
