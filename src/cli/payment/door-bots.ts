/** The bots that a door listens to: those by which the accounts of its file are notified. Who presses holds an order. */
import { readTelegramWay } from '../../config/environment/telegram-way.ts';
import { fileAccounts, type FileAccount } from '../../config/file/file-accounts.ts';
import type { LoadedFile } from '../../config/file/load-file.ts';
import type { Bot, HoldOutcome } from '../../door/telegram/listen.ts';
import type { BotAccount, Holding } from '../../door/telegram/press.ts';
import { contextOfAccount } from '../config/file-context.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { orderHold } from '../order/order-operate.ts';
import { describeFailure } from '../session/failure-report.ts';

/** Returns the bots of the accounts; one that several accounts have is one, because one process alone can listen to it. */
export function botsOf(loaded: LoadedFile, context: CommandContext): Bot[] {
  const bots = new Map<string, { address: Bot['address']; accounts: BotAccount[] }>();
  for (const one of fileAccounts(loaded.file)) {
    const way = readTelegramWay(contextOfAccount(context, loaded, one).env);
    if (way === null) continue;
    const bot = bots.get(way.address.token) ?? { address: way.address, accounts: [] };
    bots.set(way.address.token, bot);
    bot.accounts.push({ account: one.account, people: way.people });
  }
  return [...bots.values()];
}

/** Makes what holds an order for who pressed: the command itself, so that it does, says and keeps the same. */
export function holdBy(loaded: LoadedFile, context: CommandContext): (holding: Holding) => Promise<HoldOutcome> {
  return async ({ account, orderNumber, by }) => {
    const owner = fileAccounts(loaded.file).find((one) => one.account === account);
    if (owner === undefined) return { isHeld: false, line: `there is no account ${account} any more` };
    return await holdOf({ loaded, owner, context }, { orderNumber, by });
  };
}

interface DoorDesk {
  loaded: LoadedFile;
  owner: FileAccount;
  context: CommandContext;
}

async function holdOf(
  { loaded, owner, context }: DoorDesk,
  { orderNumber, by }: Pick<Holding, 'orderNumber' | 'by'>,
): Promise<HoldOutcome> {
  let said = '';
  const sink = { write: (text: string) => void (said += text) };
  const { askPerson: _person, askSecret: _secret, ...alone } = contextOfAccount(context, loaded, owner);
  const options = { account: owner.account, by, note: 'by a button of Telegram' };
  const call = { args: [orderNumber], options, path: 'peerdesk order hold', help: () => '' };
  try {
    const exitCode = await orderHold(call, { ...alone, stdout: sink, stderr: sink });
    const [line = ''] = said.trim().split('\n').slice(-1);
    return { isHeld: (exitCode ?? ExitCode.OK) === ExitCode.OK, line };
  } catch (error) {
    const { line } = await describeFailure(error, alone.env);
    return { isHeld: false, line: `NOT held: ${line}` };
  }
}
