/** The bots that a door listens to: those by which the accounts of its file are notified. Who presses holds an order. */
import { readTelegramWay } from '../../config/environment/telegram-way.ts';
import { fileAccounts } from '../../config/file/file-accounts.ts';
import { loadPlace, type LoadedFile } from '../../config/file/load-file.ts';
import type { Bot, HoldOutcome } from '../../door/telegram/listen.ts';
import type { BotAccount, Holding } from '../../door/telegram/press.ts';
import { inAccount } from '../config/file-context.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { callOf, capturedCommand } from '../page/captured-command.ts';
import { orderHold } from '../order/order-operate.ts';

/** Returns the bots of the accounts; one that several accounts have is one, because one process alone can listen to it. */
export function botsOf(loaded: LoadedFile, context: CommandContext): Bot[] {
  return [...ways(loaded, context)].map(([token, { address, accounts }]) => {
    let known: readonly BotAccount[] = accounts;
    const accountsNow = (): readonly BotAccount[] => {
      const found = readAgain(loaded, context);
      if (found !== null) known = found.get(token)?.accounts ?? [];
      return known;
    };
    return { address, accounts: accountsNow };
  });
}

/** Returns what the file says now; null: it cannot be read, as while it is being edited, and a hold only stops. */
function readAgain(loaded: LoadedFile, context: CommandContext): ReturnType<typeof ways> | null {
  try {
    return ways(loadPlace(loaded), context);
  } catch {
    return null;
  }
}

/** The bots of a file by their tokens. */
function ways(loaded: LoadedFile, context: CommandContext) {
  const bots = new Map<string, { address: Bot['address']; accounts: BotAccount[] }>();
  for (const one of fileAccounts(loaded.file)) {
    const way = readTelegramWay(inAccount(loaded, one, context).env);
    if (way === null) continue;
    const bot = bots.get(way.address.token) ?? { address: way.address, accounts: [] };
    bots.set(way.address.token, bot);
    bot.accounts.push({ account: one.account, people: way.people });
  }
  return bots;
}

/** Makes what holds an order for who pressed: the command itself, so that it does, says and keeps the same. */
export function holdBy(loaded: LoadedFile, context: CommandContext): (holding: Holding) => Promise<HoldOutcome> {
  return async ({ account, orderNumber, by }) => {
    const owner = fileAccounts(loaded.file).find((one) => one.account === account);
    if (owner === undefined) return { isHeld: false, line: `there is no account ${account} any more` };
    const call = callOf('peerdesk order hold', [orderNumber], { account, by, note: 'by a button of Telegram' });
    const done = await capturedCommand(inAccount(loaded, owner, context), (own) => orderHold(call, own));
    return { isHeld: done.end === 'done', line: done.line };
  };
}
