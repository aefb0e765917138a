import { callerOf, textParameter, type SimCall } from '../../world/sim-call.ts';
import { codeAlreadyUsed, codeMissing, type SimRefusal } from '../../world/sim-refusal.ts';

const usedCodesKept = 1_000;
const codeNames = ['googleVerifyCode', 'code', 'mobileVerifyCode', 'emailVerifyCode', 'yubikeyVerifyCode'] as const;

/**
 * Returns why the one-time codes of a call (EP-12, EP-20) are refused; null when they are valid or absent. Uses none
 * up.
 *
 * Live callers send the code of their authenticator in `googleVerifyCode` and in `code`: then both must be equal and
 * fresh; a used one is 200001035.
 */
export function codeRefusal(call: SimCall): SimRefusal | null {
  const { usedCodes } = call.marketplace.state;
  if (codeKeys(call).some((key) => usedCodes.includes(key))) return codeAlreadyUsed();
  return contradictsItself(call) ? codeMissing() : null;
}

/**
 * Where codes are required, a release (EP-20) without any is 200001034; the check before it (EP-12) is about the order.
 */
export function absentCodeRefusal(call: SimCall): SimRefusal | null {
  const isAbsent = call.marketplace.settings.requireReleaseCode && codeKeys(call).length === 0;
  return isAbsent ? codeMissing() : null;
}

/** Uses up the one-time codes of a release (EP-20): each works once. */
export function burnCodes(call: SimCall): void {
  const { usedCodes } = call.marketplace.state;
  usedCodes.push(...codeKeys(call));
  usedCodes.splice(0, usedCodes.length - usedCodesKept);
}

/** The keys under which the state remembers the codes of a call: each account has its own. */
function codeKeys(call: SimCall): string[] {
  const codes = new Set(codeNames.map((name) => textParameter(call, name)));
  return [...codes].filter((code) => code !== null).map((code) => `${callerOf(call)}:${code}`);
}

/** The funds password, which is no one-time code, has `code` for itself. */
function contradictsItself(call: SimCall): boolean {
  const [google, code] = [textParameter(call, 'googleVerifyCode'), textParameter(call, 'code')];
  const isPassword = textParameter(call, 'authType') === 'FUND_PWD';
  return google !== null && code !== null && google !== code && !isPassword;
}
