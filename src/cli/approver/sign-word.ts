import { randomBytes, sign } from 'node:crypto';
import { personOfKey } from '../../domain/orders/names/key-name.ts';
import { signatureEndMs, type SignableWord, type Signed, wordText } from '../../domain/signing/signed-word.ts';
import type { Operator } from '../../workflows/contract/definitions.ts';
import { misuse } from '../kit/cli-failure.ts';
import { note, type CommandContext, type Environment } from '../kit/command-context.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { timeText } from '../text/time-zone.ts';
import { hasApproverKey, readApproverKey, type ApproverKey } from './approver-files.ts';
import { readSettings } from '../../config/environment/settings-environment.ts';
import { defaultSettings } from '../../domain/settings.ts';

/** Who says something, and signs it where his private key is on this machine. */

export interface Signing {
  key: ApproverKey;
  nowMs: number;
  /** Longest life of an approval, and of every other signature. */
  approvalLifeMs: number;
}

/** Signs a word. */
export function signWord(word: SignableWord, { key, nowMs, approvalLifeMs }: Signing): Signed {
  const end = {
    keyId: key.name,
    nonce: randomBytes(16).toString('hex'),
    expiresAtMs: signatureEndMs({ nowMs, lifeMs: approvalLifeMs }),
  };
  return { ...end, signature: sign(null, Buffer.from(wordText(word, end)), key.privateKey).toString('base64') };
}

/** Shows what is signed, and signs exactly that. */
export type Sign = (word: SignableWord) => Signed;

/** Who says it; null: this machine has no key of his. A key is read when something is signed: what only stops needs none. */
export interface Speaker {
  operator: Operator;
  keyName: string | null;
  sign: Sign | null;
}

type SpeakerOptions = { [Name in 'by' | 'note' | 'key']?: string | undefined };

/** Returns who says something: with the named key, else with the one of the person's name, if there is one. */
export function speakerOf(options: SpeakerOptions, context: CommandContext): Speaker {
  const { env } = context;
  const owner = options.key === undefined ? undefined : personOfKey(options.key);
  const operator = operatorOf({ ...options, by: options.by ?? owner }, env);
  const { by } = operator;
  if (owner !== undefined && owner !== by) throw misuse(`--key ${options.key} signs for ${owner}: leave --by out`);
  const keyName = options.key ?? (hasApproverKey(env, by) ? by : null);
  return { operator, keyName, sign: keyName === null ? null : signWith(keyName, context) };
}

function signWith(keyName: string, context: CommandContext): Sign {
  return (word) => {
    const key = readApproverKey(context.env, keyName);
    const signed = signWord(word, { key, nowMs: Date.now(), approvalLifeMs: approvalLifeIn(context.env) });
    const facts = Object.entries(word.facts).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
    note(context, `${key.name} signs the ${word.name}: ${facts.join(', ')}, until ${timeText(signed.expiresAtMs)}`);
    return signed;
  };
}

/** Returns how long an approval holds, as far as this environment knows. */
export function approvalLifeIn(env: Environment): number {
  return { ...defaultSettings, ...readSettings(env) }.approvalLifeMs;
}
