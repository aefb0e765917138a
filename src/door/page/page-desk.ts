/** What the page asks of the desk. It is answered outside this folder: the page has no key of the service and no Temporal. */
import type { SwitchName } from '../../domain/guard/guard-memory.ts';
import type { PageRole } from '../../domain/people/page-role.ts';
import type { SignableWord, Signed } from '../../domain/signing/signed-word.ts';
import type { Subscription } from '../push/subscription.ts';
import type { Seen } from '../../domain/orders/seen.ts';

export interface OrderPlace {
  readonly account: string;
  readonly orderNumber: string;
}

/** A name and what is said under it. */
export type PageField = readonly [name: string, text: string];

/** One line of the list of what waits. */
export interface PageRow {
  /** Null: a placement, which has no page. */
  readonly place: OrderPlace | null;
  readonly title: string;
  readonly needsYou: boolean;
  readonly fields: readonly PageField[];
}

export interface PageList {
  readonly rows: readonly PageRow[];
  readonly notes: readonly string[];
}

export interface PageOrder {
  readonly stand: string;
  readonly needsYou: boolean;
  /** Its facts in four letters; null: they are not known yet. */
  readonly code: string | null;
  readonly fields: readonly PageField[];
  /** What the release still lacks. */
  readonly lacks: readonly string[];
}

/** What a person signs who approves, with the end that the worker has drawn. */
export interface WordToSign {
  readonly word: SignableWord;
  readonly seen: Seen;
  readonly end: Omit<Signed, 'signature'>;
  readonly code: string;
  readonly fields: readonly PageField[];
}

/** What was asked for, else why there is nothing to show. */
export type PageAnswer<T> = { readonly shown: T } | { readonly missing: string };

/** What became of what was asked to be done, in the words of the command of that name. */
export interface Done {
  /** `uncertain`: it may have been done, or is not kept everywhere; the line says what is known. */
  readonly end: 'done' | 'refused' | 'uncertain';
  readonly line: string;
}

interface Said {
  readonly by: string;
  readonly note: string | null;
}

/** The kill switches of the page. To lift one is no matter of a phone. */
export const pageSwitches = ['releases', 'all'] as const satisfies readonly SwitchName[];
export type PageSwitch = (typeof pageSwitches)[number];

/** Answers never reject: a desk that is away is `missing`, with the reason. */
export interface PageDesk {
  readonly accounts: readonly string[];
  orders(): Promise<PageAnswer<PageList>>;
  order(place: OrderPlace): Promise<PageAnswer<PageOrder>>;
  hold(place: OrderPlace, said: Said): Promise<Done>;
  /** Engages a kill switch of an account. */
  kill(account: string, name: PageSwitch, said: Said): Promise<Done>;
  wordToSign(place: OrderPlace, keyName: string): Promise<PageAnswer<WordToSign>>;
  approve(place: OrderPlace, said: Pick<Said, 'by'> & { readonly signed: Signed; readonly seen: Seen }): Promise<Done>;
}

/** The people of the page, as the configuration names them at this moment. */
export interface PagePeople {
  /** By the name of the person. */
  roleOf(person: string): PageRole | null;
  /** Passkeys of this page alone, by their names. */
  readonly keys: ReadonlyMap<string, string>;
}

/** The list of devices that are notified. */
export interface PagePush {
  /** What browsers subscribe with. */
  readonly serverKey: string;
  /** Puts the device of a key on the list; false: the list is full. */
  keep(subscription: Subscription, owner: { readonly keyName: string; readonly publicKey: string }): boolean;
  /** Takes the device of a key off it. */
  forget(endpoint: string, keyName: string): void;
  /** Takes off it whose key or role is gone. */
  confirm(people: PagePeople): void;
  /** Notifies one device. Never rejects. */
  test(endpoint: string): Promise<Done>;
}

/** The words that let a person make a passkey. */
export interface Enrolments {
  /** Returns for whom a word is, and it counts no more; else why it does not count. */
  take(
    word: string,
    nowMs: number,
  ): { readonly person: string } | { readonly problem: 'enrolment-used' | 'enrolment-late' };
}
