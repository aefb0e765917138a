import { ConfigurationError } from '../../config/environment/service-environment.ts';
import { readApprovers } from '../../config/environment/approver-keys.ts';
import { print, type Environment } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { readArgument, readOptions, textValue } from '../kit/option-values.ts';
import { orderDossierOptions } from '../options/dossier-options.ts';
import { timeText } from '../text/time-zone.ts';
import { checkDossier, type CheckedDossier, type DossierSignature } from './dossier-folder.ts';

/** `peerdesk order dossier check`: whether the files of a dossier are those that were written, and whose signature it has. */
export const dossierCheck: CommandRun = async (call, context) => {
  const folder = readArgument(textValue, call, { index: 1, name: 'the folder' });
  const { publicKey, json } = readOptions(orderDossierOptions, call);
  const checked = checkDossier(folder);
  const wanted = publicKey !== undefined && checked.signature?.publicKey !== publicKey;
  const faults = [...checked.faults, ...(wanted ? ['signature.json: it is not of the key of --public-key'] : [])];
  const isKnown = checked.signature !== null && isApprover(checked.signature, context.env);
  const data = { folder, isWhole: faults.length === 0, ...checked, faults, isApprover: isKnown };
  print(context, { json, data, text: () => checkText({ ...checked, faults }, isKnown) });
  return await Promise.resolve(faults.length === 0 ? ExitCode.OK : ExitCode.REFUSED);
};

function checkText({ faults, files, signature }: CheckedDossier, isKnown: boolean): string {
  const whose = signature === null ? 'it is not signed' : signatureText(signature, isKnown);
  return faults.length === 0
    ? `${files} files are as they were written; ${whose}`
    : ['BROKEN', ...faults.map((fault) => `  ${fault}`)].join('\n');
}

function signatureText({ by, publicKey, madeAtMs, account, orderNumber }: DossierSignature, isKnown: boolean): string {
  const who = isKnown ? `an approver of this desk` : 'which this machine does not name as an approver';
  return `order ${orderNumber} of ${account}, signed as ${by} at ${timeText(madeAtMs)} with the key ${publicKey}, ${who}`;
}

/** The file itself says which key it is: who it belongs to is known here, or by a person. */
function isApprover({ keyId, publicKey }: DossierSignature, env: Environment): boolean {
  try {
    return readApprovers(env)?.get(keyId) === publicKey;
  } catch (error) {
    if (error instanceof ConfigurationError) return false;
    throw error;
  }
}
