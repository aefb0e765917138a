/** The page as an app, with people, a desk and a clock of the test's own. */
import { approvalWord } from '../../../src/domain/signing/signed-approval.ts';
import { anyKey, signInWord } from '../../../src/domain/signing/signed-sign-in.ts';
import { wordText } from '../../../src/domain/signing/signed-word.ts';
import { factsCode } from '../../../src/domain/signing/facts-code.ts';
import type { PageRole } from '../../../src/domain/people/page-role.ts';
import type { PageOptions } from '../../../src/door/page/doorway.ts';
import { pageApp } from '../../../src/door/page/page-app.ts';
import {
  adStops,
  orderStops,
  type AdStop,
  type Done,
  type Enrolment,
  type OrderStop,
  type PageDesk,
  type PageField,
  type PagePush,
  type PushDevice,
  type WordToSign,
} from '../../../src/door/page/page-desk.ts';
import {
  clientOf,
  createPasskey,
  dataOf,
  signAssertion,
  signByPasskey,
  type TestPasskey,
} from '../../setup/passkeys/passkey.ts';

export const origin = 'https://desk.example.net';

const seen = {
  asset: 'USDT',
  amount: '50',
  price: '9.15',
  totalPrice: '457.50',
  fiat: 'BOB',
  payId: '1',
  paidSinceMs: 1,
  payments: [],
  counterpartyNumber: 's1',
  generation: 'generation-1',
  epoch: 0,
};

/** A word over an order, with an end that the test chooses. */
export function wordOf(nonce: string, expiresAtMs: number, keyId = 'ana+phone'): WordToSign {
  const word = approvalWord({ account: 'main', orderNumber: '88', mode: 'sim', seen, by: 'ana' });
  return {
    word,
    seen,
    end: { keyId, nonce, expiresAtMs },
    code: factsCode(word),
    fields: [['you release', '50 USDT']],
  };
}

export class PageWorld {
  nowMs = Date.UTC(2026, 10, 29, 9, 0, 0);
  readonly origin: string;
  readonly roles = new Map<string, PageRole>([
    ['ana', 'approve'],
    ['ben', 'hold'],
    ['eva', 'view'],
    ['ida', 'admin'],
  ]);
  readonly passkeys: Map<string, TestPasskey>;
  /** What the desk was asked to do. */
  readonly done: unknown[] = [];
  readonly words: WordToSign[] = [];
  readonly lines: unknown[] = [];
  enrolment: Enrolment | { problem: 'enrolment-used' | 'enrolment-late' } = { problem: 'enrolment-used' };
  isAway = false;
  /** The facts of the order in four letters, and what else it says. */
  code = 'AB23';
  stand = 'PAID, needs you';
  waitsNothing = false;
  isShadow = false;
  /** What stops something of the order, and of the ad. */
  stops: { order: readonly OrderStop[]; ad: readonly AdStop[] } = { order: orderStops, ad: adStops };
  /** Which money the worker says is to be looked for. */
  lookFor: readonly PageField[] = [['look for', '457.50 BOB from Rosa <b>Perez</b> into Banco Simulado …1001']];
  /** What of it could not be read. */
  unread: readonly string[] = [];
  /** How often the desk was asked what it has. */
  looks = 0;
  end: Done['end'] = 'done';
  mistake: string | null = null;
  /** The list of devices: what it was asked to do. */
  readonly devices: unknown[] = [];
  isListFull = false;
  notified: PushDevice[] = [];
  readonly push: PagePush = {
    serverKey: 'BK-of-the-desk',
    keep: (subscription, { keyName, isAgain }) => {
      if (isAgain && this.devices.length === 0) return 'stopped';
      if (!this.isListFull) this.devices.push(['keep', subscription.endpoint, keyName]);
      return this.isListFull ? 'full' : this.devices.length === 1 ? 'new' : 'known';
    },
    forget: (...said) => void this.devices.push(['forget', ...said]),
    devices: () => this.notified,
    stop: (id) => void this.devices.push(['stop', id]),
    forgetAll: (keyName) => void this.devices.push(['forget-all', keyName]),
    confirm: () => undefined,
    test: async (endpoint) => {
      this.devices.push(['test', endpoint]);
      return { end: 'done', line: 'it is on this device in a moment' };
    },
  };
  /** How often the people were read. */
  reads = 0;
  #drawn = 0;
  readonly #hasPush: boolean;

  readonly options: PageOptions;
  readonly app: ReturnType<typeof pageApp>;

  constructor(at = origin, { hasPush = true } = {}) {
    this.#hasPush = hasPush;
    this.origin = at;
    this.passkeys = new Map(['ana+phone', 'ben', 'eva', 'ida'].map((name) => [name, createPasskey('ES256', at)]));
    this.options = this.#options();
    this.app = pageApp(this.options);
  }

  #options(): PageOptions {
    return {
      origin: this.origin,
      people: () => {
        this.reads += 1;
        if (this.mistake !== null) throw new Error(this.mistake);
        const keys = new Map([...this.passkeys].map(([name, { publicKey }]) => [name, publicKey]));
        return { names: [...this.roles.keys()], keys, roleOf: (person) => this.roles.get(person) ?? null };
      },
      desk: this.#desk(),
      push: this.#hasPush ? this.push : null,
      enrolments: {
        draw: ({ person, by }, nowMs) => {
          this.done.push(['enrol', person, by]);
          return { word: 'ABCD-EFGH-JKMN', expiresAtMs: nowMs + 600_000 };
        },
        take: () => {
          const taken = this.enrolment;
          this.enrolment = { problem: 'enrolment-used' };
          return taken;
        },
      },
      clock: { now: () => this.nowMs },
      random: (bytes) => (this.#drawn += 1).toString(16).padStart(bytes * 2, '0'),
      timeText: (atMs) => new Date(atMs).toISOString(),
      timeZone: 'America/La_Paz',
      logger: { info: (line: unknown) => this.lines.push(line), warn: (line: unknown) => this.lines.push(line) },
    };
  }

  #desk(): PageDesk {
    const doing = async (what: string, ...said: unknown[]) => {
      this.done.push([what, ...said]);
      const end = this.end;
      return { end, line: end === 'done' ? `${what} noted` : 'order 88: the order has changed' };
    };
    const order = () => ({
      stand: this.stand,
      needsYou: true,
      code: this.code,
      fields: [['who', '<b>Rosa</b>']] as const,
      lacks: ['no human has approved the release'],
      isShadow: this.isShadow,
      stops: this.stops.order,
    });
    const place = { account: 'main', orderNumber: '88' };
    const adPlace = { account: 'main', adNumber: '7' };
    const look = 'npx peerdesk desk show --account main';
    const waits = () => ({
      rows: this.waitsNothing
        ? []
        : [
            { place: null, title: 'Desk main', needsYou: true, fields: [['look', look]] as const },
            { place, title: 'Order 88', needsYou: true, fields: [['waits for', this.stand]] as const },
            { place: adPlace, title: 'Ad 7', needsYou: true, fields: [['needs you', 'it was taken offline']] as const },
          ],
      notes: this.unread,
    });
    const fields = [['price', '9.15, rank 1']] as const;
    const ads = { rows: [{ place: adPlace, title: 'Ad 7', needsYou: false, fields }], notes: [] };
    const report = {
      head: 'main, day',
      rows: [{ title: 'USDT/BOB', fields: [['earned', '3.10']] as const }],
      lines: ['left'],
      doubts: ['late'],
    };
    const shown = async <T>(what: T) => (this.isAway ? { missing: 'no worker answers' } : { shown: what });
    const lookAt = async <T>(what: T) => {
      this.looks += 1;
      return await shown(what);
    };
    return {
      accounts: ['main'],
      waits: () => lookAt(waits()),
      order: () => lookAt(order()),
      hold: (...said) => doing('hold', ...said),
      revoke: (...said) => doing('revoke', ...said),
      kill: (...said) => doing('kill', ...said),
      reply: (...said) => doing('reply', ...said),
      ads: () => shown(ads),
      ad: () => shown({ isShadow: this.isShadow, needsYou: true, fields, stops: this.stops.ad }),
      stopAd: (...said) => doing('stop', ...said),
      today: async () => [await shown(report)],
      wordToSign: async (_, keyName) => {
        const word = wordOf(`${this.words.length}`.padStart(32, '0'), this.nowMs + 60_000, keyName);
        this.words.push(word);
        return await shown({ word, isShadow: this.isShadow, lookFor: this.lookFor });
      },
      approve: (...said) => doing('approve', ...said),
    };
  }

  passkey(name: string): TestPasskey {
    const found = this.passkeys.get(name);
    if (found === undefined) throw new Error(`no passkey ${name}`);
    return found;
  }

  async get(path: string, cookie = '', headers: Record<string, string> = {}) {
    return await this.#answer(path, { headers: { host: new URL(this.origin).host, cookie, ...headers } });
  }

  async post(
    path: string,
    form: Record<string, string>,
    { cookie = '', headers = {} }: { cookie?: string; headers?: Record<string, string> } = {},
  ) {
    const sent: Record<string, string> = {
      host: new URL(this.origin).host,
      cookie,
      origin: this.origin,
      'sec-fetch-site': 'same-origin',
      ...headers,
    };
    if (sent['origin'] === '') delete sent['origin'];
    const body = new URLSearchParams(form).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return await this.#answer(path, { method: 'POST', headers: { ...sent, ...type }, body });
  }

  async #answer(path: string, init: RequestInit) {
    const response = await this.app.request(new Request(`${this.origin}${path}`, init));
    const { status, headers } = response;
    return { status, headers, text: await response.text() };
  }

  /** Presses what an admin does to others, and signs what the page then asks for; `by` is the passkey that signs. */
  async confirm(path: string, form: Record<string, string>, { cookie, by }: { cookie: string; by: TestPasskey }) {
    const { text } = await this.post(path, form, { cookie });
    return await this.post(path, this.confirmed(text, form, by), { cookie });
  }

  /** What a page that asks for a signature brings back, beside what it was sent with. */
  confirmed(page: string, form: Record<string, string>, by: TestPasskey): Record<string, string> {
    const challenge = /data-challenge="([^"]+)"/.exec(page)?.[1] ?? '';
    const client = clientOf(this.origin, '', { challenge });
    const signed = signAssertion(by, { data: dataOf(new URL(this.origin).hostname), client });
    const drawn = ['nonce', 'expiresAtMs', 'proof'].map((name) => [name, fieldIn(page, name)]);
    return { ...form, ...Object.fromEntries(drawn), answer: signed.replace('passkey:', '') };
  }

  /** What the page where one signs in brings back. */
  async signInForm(passkey: TestPasskey): Promise<Record<string, string>> {
    const { text } = await this.get('/sign-in');
    const form = {
      nonce: fieldIn(text, 'nonce'),
      expiresAtMs: fieldIn(text, 'expiresAtMs'),
      seal: fieldIn(text, 'seal'),
    };
    const end = { keyId: anyKey, nonce: form.nonce, expiresAtMs: Number(form.expiresAtMs) };
    return { ...form, answer: answerOf(passkey, wordText(signInWord(this.origin), end)) };
  }

  /** Signs in; returns the cookie and the seal of the session. */
  async signIn(name: string): Promise<{ cookie: string; seal: string }> {
    const { headers } = await this.post('/sign-in', await this.signInForm(this.passkey(name)));
    const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';');
    const { text } = await this.get('/orders/main/88', cookie);
    return { cookie, seal: fieldIn(text, 'seal') };
  }
}

/** Signs as the script of the page brings it back. */
export const answerOf = (passkey: TestPasskey, text: string): string =>
  signByPasskey(passkey, text).replace('passkey:', '');

/** Returns what a hidden field of a page has. */
export const fieldIn = (text: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
