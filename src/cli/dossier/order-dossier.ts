import { canonicalJson } from '../../domain/canonical-json.ts';
import { approvalLifeIn, type Signing } from '../approver/sign-word.ts';
import { readApproverKey } from '../approver/approver-files.ts';
import { misuse } from '../kit/cli-failure.ts';
import { note, print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { numberIdValue, readArgument, readOptions } from '../kit/option-values.ts';
import { orderDossierOptions } from '../options/dossier-options.ts';
import { withTemporal } from '../session/temporal-session.ts';
import { deskPart } from './desk-part.ts';
import { dossierCheck } from './dossier-check.ts';
import { dataName, refuseFilled, textName, writeDossier } from './dossier-folder.ts';
import { dossierText } from './dossier-text.ts';
import { lacksOf, type Dossier } from './dossier.ts';
import { servicePart } from './service-part.ts';

/** `peerdesk order dossier`: what an appeal needs of one order, in one folder; `order dossier check` verifies one. */
export const orderDossier: CommandRun = async (call, context) => {
  if (call.args[0] === 'check') return await dossierCheck(call, context);
  const orderNumber = readArgument(numberIdValue, call, { index: 0, name: 'the order' });
  const { out, key, publicKey, json, ...wish } = readOptions(orderDossierOptions, call);
  if (out === undefined) throw misuse(`--out is missing: the folder that is to have it; see \`${call.path} --help\``);
  if (publicKey !== undefined) throw misuse('--public-key is for `order dossier check`: leave it out');
  refuseFilled(out);
  const madeAtMs = Date.now();
  const signing = key === undefined ? null : signingOf(context, key, madeAtMs);
  const { account, desk } = await withTemporal(context, wish, async (session) => ({
    account: session.account,
    desk: await deskPart(context, session, orderNumber),
  }));
  // After the desk's part: pictures take longer than an answer of the server may.
  const { part, files } = await servicePart({ context, account, timeoutMs: wish.timeout }, orderNumber);
  const dossier: Dossier = { version: 1, account, orderNumber, madeAtMs, ...desk, ...part };
  const lacks = lacksOf(dossier);
  const texts = [
    { name: dataName, bytes: Buffer.from(`${canonicalJson(dossier)}\n`) },
    { name: textName, bytes: Buffer.from(dossierText(dossier)) },
  ];
  writeDossier(out, { files: [...texts, ...files], names: { account, orderNumber, madeAtMs }, signing });
  const data = { orderNumber, account, folder: out, files: texts.length + files.length, signedBy: key ?? null, lacks };
  const signed = key === undefined ? '' : `, signed by ${key}`;
  print(context, { json, data, text: () => `order ${orderNumber}: ${data.files} files in ${out}${signed}` });
  for (const lack of lacks) note(context, `it lacks ${lack}`);
  return lacks.length === 0 ? ExitCode.OK : ExitCode.ERROR;
};

function signingOf(context: CommandContext, name: string, nowMs: number): Signing {
  const { env } = context;
  return { key: readApproverKey(env, name), nowMs, approvalLifeMs: approvalLifeIn(env) };
}
