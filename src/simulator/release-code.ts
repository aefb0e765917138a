import { callerOf, textParameter, type SimCall } from './sim-call.ts';
import { codeAlreadyUsed, codeMissing } from './sim-refusal.ts';

const usedCodesKept = 1_000;
const codeNames = ['googleVerifyCode', 'code', 'mobileVerifyCode', 'emailVerifyCode', 'yubikeyVerifyCode'] as const;

/**
 * Uses up the one-time codes of a release (EP-20): each is good once.
 *
 * Live callers send the code of their authenticator in `googleVerifyCode` and in `code`: then both must be the same, and
 * fresh. None at all is refused (200001034) only where codes are asked for; a used one always is (200001035).
 */
export function burnCodes(call: SimCall): void {
  const { settings, state } = call.marketplace;
  const codes = [...new Set(codeNames.map((name) => textParameter(call, name)))].filter((code) => code !== null);
  if (codes.length === 0 && settings.requireReleaseCode) throw codeMissing();
  const keys = codes.map((code) => `${callerOf(call)}:${code}`);
  if (keys.some((key) => state.usedCodes.includes(key))) throw codeAlreadyUsed();
  if (contradictsItself(call)) throw codeMissing();
  state.usedCodes.push(...keys);
  state.usedCodes.splice(0, state.usedCodes.length - usedCodesKept);
}

/** The password of the funds, which is no one-time code, has `code` for itself. */
function contradictsItself(call: SimCall): boolean {
  const [google, code] = [textParameter(call, 'googleVerifyCode'), textParameter(call, 'code')];
  const isPassword = textParameter(call, 'authType') === 'FUND_PWD';
  return google !== null && code !== null && google !== code && !isPassword;
}
