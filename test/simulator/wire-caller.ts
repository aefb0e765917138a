import { createHmac } from 'node:crypto';

/** A caller that shares no code with the product: its own encoding, its own signature. */
export interface WireAnswer {
  status: number;
  headers: Headers;
  text: string;
  json: Record<string, unknown>;
}

export interface WireCall {
  query?: Record<string, string>;
  body?: unknown;
  method?: string;
  /** Headers to change; null leaves one out. */
  headers?: Record<string, string | null>;
  secret?: string;
  timestamp?: string | null;
  /** Sends exactly this query. */
  rawQuery?: string;
  /** Sends exactly this body. */
  rawBody?: string;
  sign?: boolean;
}

const encode = (text: string): string =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9\-._~]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

export const hmac = (text: string, secret: string): string => createHmac('sha256', secret).update(text).digest('hex');

export interface WireCaller {
  call: (path: string, call?: WireCall) => Promise<WireAnswer>;
  get: (path: string, call?: WireCall) => Promise<WireAnswer>;
  /** The data of a call that must succeed. */
  data: (path: string, body?: unknown, call?: WireCall) => Promise<unknown>;
  /** The code of a call that must be refused. */
  code: (path: string, body?: unknown, call?: WireCall) => Promise<unknown>;
}

export interface CallerOptions {
  baseUrl: string;
  apiKey: string;
  apiSecret: string;
  now: () => number;
}

export function createWireCaller({ baseUrl, apiKey, apiSecret, now }: CallerOptions): WireCaller {
  const call = async (path: string, options: WireCall = {}): Promise<WireAnswer> => {
    const query = options.rawQuery ?? queryOf(options, { now: now(), secret: options.secret ?? apiSecret });
    const headers = Object.entries({ 'X-MBX-APIKEY': apiKey, clientType: 'web', ...options.headers }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    );
    const url = `${baseUrl}${path.startsWith('/') ? path : `/sapi/v1/c2c/${path}`}${query === '' ? '' : `?${query}`}`;
    const text = options.rawBody ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const body = text === undefined ? {} : { body: text };
    const method = options.method ?? 'POST';
    const sent = { ...Object.fromEntries(headers), 'content-type': 'application/json' };
    const response = await fetch(url, { method, headers: sent, ...body });
    const answer = await response.text();
    const json = answer.startsWith('{') ? (JSON.parse(answer) as Record<string, unknown>) : {};
    return { status: response.status, headers: response.headers, text: answer, json };
  };
  return {
    call,
    get: (path, options) => call(path, { ...options, method: 'GET' }),
    data: async (path, body, options) => {
      const answer = await call(path, { body, ...options });
      if (answer.json['code'] !== '000000') throw new Error(`${path} was refused: ${answer.status} ${answer.text}`);
      return answer.json['data'];
    },
    code: async (path, body, options) => (await call(path, { body, ...options })).json['code'],
  };
}

function queryOf(options: WireCall, { now, secret }: { now: number; secret: string }): string {
  const stamp = options.timestamp === undefined ? String(now) : options.timestamp;
  const stamped = options.sign === false || stamp === null ? {} : { timestamp: stamp };
  const pairs = Object.entries({ ...options.query, ...stamped });
  const query = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  return options.sign === false ? query : `${query}&signature=${hmac(query, secret)}`;
}
