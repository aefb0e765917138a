import { appendFileSync, readFileSync } from 'node:fs';
import { accountEnvironment } from '../../config/file/file-egress.ts';
import { accountNamed } from '../../config/file/file-variables.ts';
import { inFileWords } from '../../config/file/file-words.ts';
import { loadPlace } from '../../config/file/load-file.ts';
import { readFileText } from '../../config/file/read-file.ts';
import { ownAds } from '../ad/ad-import.ts';
import { importedAds } from '../ad/imported-ads.ts';
import { openServiceClient } from '../call/service-client.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { describeFailure } from '../session/failure-report.ts';

interface FirstAds {
  file: string;
  account: string;
}

/** Adds the ads of the account to a file that was just written. Returns what is printed about it. Never rejects. */
export async function addFirstAds(context: CommandContext, { file, account }: FirstAds): Promise<string> {
  const env = { ...context.env, ...environmentOf(context, { file, account }) };
  try {
    // No server runs before the first start: that it knows of no ban is no news.
    const stderr = { write: () => undefined };
    const { text, odd } = await tablesOf({ ...context, env, ownEnv: context.env, stderr }, account);
    const left = odd === 0 ? '' : `; ${odd} left out, since they cannot be read: \`peerdesk ad import\` names them`;
    if (text === '') return `the account has no ads to add${left}`;
    if (Array.isArray(readFileText(`${readFileSync(file, 'utf8')}\n${text}`)))
      throw new Error('no table fits the file');
    appendFileSync(file, `\n${text}`);
    const count = text.match(/^\[ads\.\d+\]$/gm)?.length ?? 0;
    return `added ${count} ${count === 1 ? 'ad' : 'ads'}, each with limits of 5 % around its price: write your own${left}`;
  } catch (error) {
    const described = await describeFailure(error, env);
    const line = inFileWords(described.line, { account, ownEnv: context.env });
    return `no ads were added (${line}): later \`peerdesk ad import --config ${file} >> ${file}\``;
  }
}

function environmentOf({ env }: CommandContext, { file, account }: FirstAds): CommandContext['env'] {
  const loaded = loadPlace({ path: file, isNamed: true });
  const found = accountNamed(loaded.file, account);
  return found === null ? {} : accountEnvironment(loaded, found, env);
}

async function tablesOf(context: CommandContext, account: string): Promise<{ text: string; odd: number }> {
  const exchange = await openServiceClient(context);
  try {
    const { ads, odd } = await ownAds(exchange);
    return { text: importedAds(ads, { account, named: new Set(), published: [] }), odd: odd.length };
  } finally {
    await exchange.close();
  }
}
