import type { SimAnswer } from '../world/sim-call.ts';
import { TooManyCalls, type SimRefusal } from '../world/sim-refusal.ts';

/** The reply on the wire, or none: the connection is reset, or left hanging. */
export type SimReply =
  | { kind: 'answer'; status: number; headers: Record<string, string>; body: string; code: number | null }
  | { kind: 'reset' }
  | { kind: 'hang' };

/** JSON without null fields: live answers omit them. */
const toJson = (value: unknown): string =>
  JSON.stringify(value, (_key, held: unknown) => (held === null ? undefined : held));

const json = (status: number, body: string, code: number | null): SimReply => ({
  kind: 'answer',
  status,
  headers: { 'content-type': 'application/json;charset=UTF-8' },
  body,
  code,
});

/** The success envelope of wire-facts 2.1. */
export function successReply({ data, total }: SimAnswer): SimReply {
  return json(200, toJson({ code: '000000', message: 'success', data, total, success: true }), null);
}

/** The success envelope of the web page's host: no message, and every null stays. */
export function publicReply({ data, total }: SimAnswer): SimReply {
  const envelope = { code: '000000', message: null, messageDetail: null, data, total, success: true };
  return json(200, JSON.stringify(envelope), null);
}

/** The error of the web page's host; its only known code means "illegal parameter". */
export function publicErrorReply(message: string, httpStatus: number): SimReply {
  const envelope = { code: '000002', message, messageDetail: null, data: null, success: false };
  return json(httpStatus, JSON.stringify(envelope), 2);
}

/** The two-field error of the gateway. */
export function errorReply(code: number, message: string, httpStatus: number): SimReply {
  return json(httpStatus, toJson({ code, msg: message }), code);
}

/** A refusal as the two-field error; one for too many calls includes the wait. */
export const refusalReply = (refusal: SimRefusal): SimReply =>
  refusal instanceof TooManyCalls
    ? waitReply(429, secondsOf(refusal.waitMs))
    : errorReply(refusal.code, refusal.message, refusal.httpStatus);

/** A wait as Retry-After: whole seconds, rounded up, at least one. */
export const secondsOf = (waitMs: number): number => Math.max(1, Math.ceil(waitMs / 1000));

/** Any JSON, outside the envelope. */
export const jsonReply = (status: number, value: unknown): SimReply => json(status, JSON.stringify(value), null);

/** No body at all: the answer with 200 for an unknown path under /sapi, which must not be taken for success. */
export const emptyReply = (status: number): SimReply => ({ kind: 'answer', status, headers: {}, body: '', code: null });

/** 429 and 418 with the seconds to wait; any other status as an internal error, which is about no limit. */
export function waitReply(status: number, retryAfterS: number | undefined, body?: string): SimReply {
  const headers: Record<string, string> = { 'content-type': 'application/json;charset=UTF-8' };
  if (retryAfterS !== undefined) headers['retry-after'] = String(retryAfterS);
  const isLimit = status === 418 || status === 429;
  const usual = isLimit
    ? { code: -1003, msg: 'Too many requests; wait until Retry-After is over.' }
    : { code: -1001, msg: 'Internal error; unable to process the request.' };
  return {
    kind: 'answer',
    status,
    headers,
    body: body ?? toJson(usual),
    code: isLimit ? usual.code : null,
  };
}
