import type { WireFields } from './call-input.ts';
import { assigned, literally, withoutUnseen, type Redact } from './redact.ts';

const oneTimeCodes = ['code', 'googleVerifyCode', 'mobileVerifyCode', 'emailVerifyCode', 'yubikeyVerifyCode'] as const;

/** Reports whether the fields include a one-time code. */
export function carriesCode(fields: WireFields): boolean {
  return oneTimeCodes.some((name) => Object.hasOwn(fields, name));
}

/**
 * Returns a filter that also masks the values of this call, should the service repeat them: one-time codes and free
 * text anywhere, other values after their name. Numbers stay: the rules read the price range in a message.
 */
export function redactSent(redact: Redact, fields: WireFields): Redact {
  return (text) => redact(leavesOf(fields).reduce(masked, withoutUnseen(text)));
}

type Leaf = readonly [name: string, value: string];

function leavesOf(fields: unknown, name = ''): Leaf[] {
  if (typeof fields === 'string' || typeof fields === 'number') return [[name, String(fields)]];
  if (Array.isArray(fields)) return fields.flatMap((field) => leavesOf(field, name));
  if (typeof fields !== 'object' || fields === null) return [];
  return Object.entries(fields).flatMap(([inner, field]) => leavesOf(field, inner));
}

const shortestHidden = 4;
const amount = /^-?\d{1,15}(?:\.\d+)?$/;
const plainWord = /^[\w.:-]+$/;

function masked(text: string, [name, value]: Leaf): string {
  if (value.length < shortestHidden) return text;
  if (oneTimeCodes.some((code) => code === name)) return text.replaceAll(value, '***');
  if (!plainWord.test(value)) return formsOf(value).reduce((rest, form) => rest.replaceAll(form, '***'), text);
  return amount.test(value) ? text : text.replace(echoOf(name, value), '$1***');
}

function echoOf(name: string, value: string): RegExp {
  return new RegExp(String.raw`${assigned(name, literally(value))}(?!\w)`, 'g');
}

function formsOf(value: string): string[] {
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)];
}
