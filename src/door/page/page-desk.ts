/** What the page asks of the desk. It is answered outside this folder: the page has no key of the service and no Temporal. */
import type { SwitchName } from '../../domain/guard/guard-memory.ts';
import type { PageRole } from '../../domain/people/page-role.ts';
import type { SignableWord, Signed } from '../../domain/signing/signed-word.ts';
import type { Subscription } from '../push/subscription.ts';
import type { Miss } from '../push/subscription-notes.ts';
import type { Seen } from '../../domain/orders/seen.ts';

export interface OrderPlace {
  readonly account: string;
  readonly orderNumber: string;
}

export interface AdPlace {
  readonly account: string;
  readonly adNumber: string;
}

/** Of what waits; all else has no view of its own. */
export type WaitPlace = OrderPlace | AdPlace;

/** A name and what is said under it. */
export type PageField = readonly [name: string, text: string];

/** One line of a list. */
export interface PageRow<Place> {
  /** Null: it has no page, as a placement or the desk. */
  readonly place: Place | null;
  readonly title: string;
  readonly needsYou: boolean;
  readonly fields: readonly PageField[];
}

/** The most urgent first. */
export interface PageList<Place> {
  readonly rows: readonly PageRow<Place>[];
  readonly notes: readonly string[];
}

export interface PageOrder {
  readonly stand: string;
  /** Whether nothing of it is sent to the service. */
  readonly isShadow: boolean;
  readonly needsYou: boolean;
  /** Its facts in four letters; null: they are not known yet. */
  readonly code: string | null;
  readonly fields: readonly PageField[];
  /** What the release still lacks. */
  readonly lacks: readonly string[];
  /** What stops something of it now; nothing does once it is over. */
  readonly stops: readonly OrderStop[];
}

export interface PageAd {
  /** Whether nothing of it is sent to the service. */
  readonly isShadow: boolean;
  readonly needsYou: boolean;
  readonly fields: readonly PageField[];
  /** What stops it now; none once it has ended, or stays off the market until a person puts it back. */
  readonly stops: readonly AdStop[];
}

/** What was traded and earned today, of one account. */
export interface PageReport {
  readonly head: string;
  readonly rows: readonly { readonly title: string; readonly fields: readonly PageField[] }[];
  /** What is left, and else what is said of it. */
  readonly lines: readonly string[];
  /** What a reader must know of it. */
  readonly doubts: readonly string[];
}

/** What a person who looks at a form writes in the chat of an order. */
export interface Reply {
  /** Of the form: sent from it again, the same text is the same message. */
  readonly nonce: string;
  readonly text: string;
  /** Whether he means it in an appeal, and beside a message that may have arrived. */
  readonly isMeant: boolean;
}

/** What a person signs who approves, with the end that the worker has drawn. */
export interface WordToSign {
  readonly word: SignableWord;
  readonly seen: Seen;
  readonly end: Omit<Signed, 'signature'>;
  readonly code: string;
  readonly fields: readonly PageField[];
}

/** What a person looks at before he signs. */
export interface SigningSight {
  readonly word: WordToSign;
  /** Whether nothing of it is sent to the service. */
  readonly isShadow: boolean;
  /** Which money is looked for in the bank, or why that is not shown: it is no part of what is signed. */
  readonly lookFor: readonly PageField[];
}

/** What was asked for, else why there is nothing to show. */
export type PageAnswer<T> = { readonly shown: T } | { readonly missing: string };

/** What became of what was asked to be done, in the words of the command of that name. */
export interface Done {
  /**
   * `unmet`: it was taken, and what it asks for does not follow, or not yet, as a release in a shadow or a hold that is late.
   * `uncertain`: it may have been done, or is not kept everywhere. The line says what is known.
   */
  readonly end: 'done' | 'unmet' | 'refused' | 'uncertain';
  readonly line: string;
}

interface Said {
  readonly by: string;
  readonly note: string | null;
}

/** The kill switches of the page. To lift one is no matter of a phone. */
export const pageSwitches = ['releases', 'all'] as const satisfies readonly SwitchName[];
export type PageSwitch = (typeof pageSwitches)[number];

/** How an order is stopped: it is held, or its approvals are taken back. */
export const orderStops = ['hold', 'revoke'] as const;
export type OrderStop = (typeof orderStops)[number];

/** How an ad is stopped: at its price, or off the market. */
export const adStops = ['pause', 'offline'] as const;
export type AdStop = (typeof adStops)[number];

/** Answers never reject: a desk that is away is `missing`, with the reason. */
export interface PageDesk {
  readonly accounts: readonly string[];
  /** All that waits for a person, and the other orders that run; its notes say what of it could not be read. */
  waits(): Promise<PageAnswer<PageList<WaitPlace>>>;
  order(place: OrderPlace): Promise<PageAnswer<PageOrder>>;
  hold(place: OrderPlace, said: Said): Promise<Done>;
  /** Takes the approvals of an order back. */
  revoke(place: OrderPlace, said: Said): Promise<Done>;
  /** Engages a kill switch of an account. */
  kill(account: string, name: PageSwitch, said: Said): Promise<Done>;
  reply(place: OrderPlace, reply: Reply): Promise<Done>;
  ads(): Promise<PageAnswer<PageList<AdPlace>>>;
  ad(place: AdPlace): Promise<PageAnswer<PageAd>>;
  stopAd(place: AdPlace, how: AdStop, said: Said): Promise<Done>;
  /** Of each account. */
  today(): Promise<readonly PageAnswer<PageReport>[]>;
  wordToSign(place: OrderPlace, keyName: string): Promise<PageAnswer<SigningSight>>;
  approve(place: OrderPlace, said: Pick<Said, 'by'> & { readonly signed: Signed; readonly seen: Seen }): Promise<Done>;
}

/** The people of the page, as the configuration names them at this moment. */
export interface PagePeople {
  readonly names: readonly string[];
  /** By the name of the person. */
  roleOf(person: string): PageRole | null;
  /** Passkeys of this page alone, by their names. */
  readonly keys: ReadonlyMap<string, string>;
}

/** Whether a device is on the list now: `known`, it was before; `full`, it is not; `stopped`, it was taken off since. */
export type Kept = 'new' | 'known' | 'full' | 'stopped';

/** A device on the list. Its address is a secret, and is not shown. */
export interface PushDevice {
  readonly id: string;
  /** Of the key that put it there. */
  readonly keyName: string;
  readonly browser: string;
  readonly sinceMs: number;
  /** Since when messages do not reach it; null: they do, or none was sent. */
  readonly miss: Miss | null;
}

/** Whose a device is that is put on the list. */
interface PushOwner {
  readonly keyName: string;
  readonly publicKey: string;
  readonly browser: string;
  /** Its browser was on the list before, and no one presses a button. */
  readonly isAgain: boolean;
}

/** The list of devices that are notified. */
export interface PagePush {
  /** What browsers subscribe with. */
  readonly serverKey: string;
  /** Puts the device of a key on the list. */
  keep(subscription: Subscription, owner: PushOwner): Kept;
  /** The newest first. */
  devices(): readonly PushDevice[];
  /** Takes one off it. */
  stop(id: string): void;
  /** Takes the device of a key off it. */
  forget(endpoint: string, keyName: string): void;
  /** Takes all devices of a key off it. */
  forgetAll(keyName: string): void;
  /** Takes off it whose key or role is gone. */
  confirm(people: Omit<PagePeople, 'names'>): void;
  /** Notifies one device. Never rejects. */
  test(endpoint: string): Promise<Done>;
}

/** Who makes a passkey, and who lets him. */
export interface Enrolment {
  readonly person: string;
  /** The key of an admin by its name, or the machine of the desk. */
  readonly by: string;
}

/** The words that let a person make a passkey. */
export interface Enrolments {
  /** Draws one for a person, whose earlier ones count no more; returns it as it is typed, and how long it counts. */
  draw(enrolment: Enrolment, nowMs: number): { readonly word: string; readonly expiresAtMs: number };
  /** Returns for whom a word is and who drew it, and it counts no more; else why it does not count. */
  take(word: string, nowMs: number): Enrolment | { readonly problem: 'enrolment-used' | 'enrolment-late' };
}
