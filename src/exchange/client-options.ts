/** Checks of what a client is made of. None of their words repeat a key or a secret. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { exchangeSettingsSchema, type ExchangeSettings } from '../domain/exchange-settings.ts';
import { isLoopbackName } from './chat/socket-address.ts';
import type { ExchangeClientOptions } from './client.ts';

/**
 * Returns the origin of an address. Throws a TypeError for an invalid one, and for one that would carry keys in clear
 * text.
 */
export function originOf(address: string, { allowPlainHttp }: ExchangeClientOptions): string {
  const origin = httpOrigin(address);
  const { protocol, hostname } = new URL(origin);
  if (protocol === 'https:' || allowPlainHttp === true || isLoopbackName(hostname)) return origin;
  throw new TypeError('the address of the service must be https: keys do not travel in clear text (allowPlainHttp)');
}

function httpOrigin(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isOrigin = url !== null && url.username === '' && `${url.pathname}${url.search}${url.hash}` === '/';
  if (isOrigin && (url.protocol === 'http:' || url.protocol === 'https:')) return url.origin;
  throw new TypeError('the address of the service must be an http or https origin, without user name and path');
}

/** Returns the API key. Throws a TypeError, without the key, when it cannot be sent in a header. */
export function headerSafe(apiKey: string): string {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  throw new TypeError('the API key is empty or has characters that a header cannot carry');
}

/** Fills in the defaults. Throws a TypeError that names the setting that is out of range. */
export function checkedSettings(given: Partial<ExchangeSettings>): ExchangeSettings {
  const checked = exchangeSettingsSchema.safeParse(given);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw new TypeError(`setting ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'wrong value'}`);
}

/** Returns the API secret ready for signing. Throws a TypeError, without the secret, when it is invalid. */
export function signingKey(apiSecret: string): KeyObject {
  // A character added by a file or a shell would otherwise show only as -1022, far from here.
  if (/^[^\s\p{Cc}]+$/u.test(apiSecret)) return createSecretKey(apiSecret, 'utf8');
  throw new TypeError('the API secret is empty, or has white space or control characters in it');
}

/**
 * The service's own domain: chat lives on another host of it (wire-facts EP-33). Below a country code a short name
 * (com.br, co.uk) counts as a registry's, not an owner's: a list that is too narrow can be set, one that is too wide
 * leaks keys.
 */
export function defaultSocketHosts(origin: string): string[] {
  const { hostname } = new URL(origin);
  if (/^[\d.]+$|^\[/.test(hostname)) return [hostname];
  const labels = hostname.split('.');
  const [owner = '', country = ''] = labels.slice(-2);
  const isRegistry = country.length === 2 && owner.length <= 3;
  return [labels.slice(isRegistry ? -3 : -2).join('.')];
}

/** Headers that the client sets itself, and headers that only HTTP may set. */
const ownHeaders = ['clienttype', 'accept', 'content-type', 'content-length', 'host', 'connection', 'x-mbx-apikey'];

/** Returns the headers. Throws a TypeError, without the value, for one that cannot be sent or is the client's own. */
export function moreHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    const isSound = /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
    if (!isSound || ownHeaders.includes(name.toLowerCase())) throw new TypeError(`the header ${name} cannot be set`);
  }
  return { ...headers };
}
