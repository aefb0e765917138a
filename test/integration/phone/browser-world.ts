/** People with browsers at the page of a real desk: each has signed in by a passkey whose line stands in a file of the desk. */
import type { Browser, Request } from 'playwright-core';
import { expect } from 'vitest';
import { BrowserPhone, openBrowser } from '../../setup/passkeys/browser-phone.ts';
import type { AtEnd } from '../../setup/temporary-directory.ts';
import { until } from '../desk-harness.ts';
import { openPhoneWorld, type PhoneWorld } from './phone-world.ts';

type Plan = NonNullable<Parameters<typeof openPhoneWorld>[0]>;

/** Opens a desk for browsers with these keys, each named as in `ana+phone`. */
export async function openBrowserWorld(keys: readonly string[], plan: Plan, atEnd: AtEnd): Promise<BrowserWorld> {
  const world = await openPhoneWorld(plan, atEnd);
  const browser = await openBrowser();
  atEnd(() => browser.close());
  const opened = new BrowserWorld(world, browser);
  const alone = await world.start('door');
  for (const key of keys) opened.lines.set(key, await opened.enrol(key));
  await alone.stop();
  world.enrol([...opened.lines.values()]);
  await world.start('start', '--ui-port', '0');
  expect(await world.ask('config', 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  for (const key of keys) await opened.phone(key).signIn();
  return opened;
}

export class BrowserWorld {
  readonly world: PhoneWorld;
  /** The lines that the page has shown, by the names of their keys. */
  readonly lines = new Map<string, string>();
  readonly #browser: Browser;
  readonly #phones = new Map<string, BrowserPhone>();

  constructor(world: PhoneWorld, browser: Browser) {
    this.world = world;
    this.#browser = browser;
  }

  phone(key: string): BrowserPhone {
    const found = this.#phones.get(key);
    if (found === undefined) throw new Error(`there is no ${key}`);
    return found;
  }

  /** Makes a passkey in a browser of its own, by a word of the machine; returns its line, which counts nowhere yet. */
  async enrol(key: string): Promise<string> {
    const [person = '', device] = key.split('+');
    const phone = await BrowserPhone.open(this.#browser, this.world.origin);
    this.#phones.set(key, phone);
    const { stdout } = await this.world.ask('door', 'enrol', person);
    return await phone.enrol(stdout.split('\n')[0] ?? '', device);
  }

  /** Lets the worker read the file again. `key`: of who is signed in, since the door starts again as well and forgets who was. */
  async reload(key: string): Promise<void> {
    expect(await this.world.ask('config', 'reload', '--yes')).toMatchObject({ exitCode: 0 });
    await until(
      'the door has started again',
      () => this.#statusAt(key),
      (status) => status === 401,
    );
  }

  async #statusAt(key: string): Promise<number> {
    return (await this.phone(key).page.context().request.get(this.world.origin)).status();
  }

  /** Opens what approving an order signs, as a person comes there; returns the code of its facts. */
  async lookAt(key: string, order: string): Promise<string> {
    const phone = this.phone(key);
    await phone.goTo('/');
    await phone.page.getByRole('link', { name: `Order ${order}` }).click();
    const code = await phone.page.locator('.code').textContent();
    await phone.page.getByRole('link', { name: 'Look at what approving signs' }).click();
    await phone.page.getByRole('button', { name: 'Approve the release' }).waitFor();
    expect(await phone.page.locator('.code').textContent()).toBe(code);
    return code ?? '';
  }

  /** Signs what is shown; returns what the browser has sent. */
  async sign(key: string): Promise<Request> {
    const { page } = this.phone(key);
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await this.phone(key).press('Approve the release');
    return await sent;
  }

  /** Looks at an order and signs it; it is noted. */
  async approve(key: string, order: string): Promise<Request> {
    await this.lookAt(key, order);
    const sent = await this.sign(key);
    const [person = ''] = key.split('+');
    await this.phone(key).page.getByRole('link', { name: 'Look at it' }).waitFor();
    const said = await this.phone(key).page.locator('main').textContent();
    expect(said).toContain(`order ${order}: approval by ${person} noted`);
    return sent;
  }

  /** Sends once more what a browser has sent, with its cookies, to the same path or another one. */
  async sendAgain(key: string, sent: Request, path = new URL(sent.url()).pathname) {
    const { origin } = this.world;
    const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' };
    const context = this.phone(key).page.context();
    const answer = await context.request.post(`${origin}${path}`, { headers, data: sent.postData() ?? '' });
    return { status: answer.status(), text: await answer.text() };
  }

  /** Waits until the page of an order says that its release lacks this. */
  async lacks(key: string, order: string, text: string): Promise<void> {
    const phone = this.phone(key);
    await until(
      `order ${order} lacks: ${text}`,
      async () => {
        await phone.goTo(`/orders/main/${order}`);
        return (await phone.page.locator('main').textContent()) ?? '';
      },
      (shown) => shown.includes(text),
    );
  }

  /** How often the service has released an order, as its own ledger says. */
  releasesOf(order: string): number {
    const { entries } = this.world.simulator.ledger();
    return entries.filter(({ kind, orderNumber }) => kind === 'release' && orderNumber === order).length;
  }

  async isReleased(order: string): Promise<void> {
    await until(
      `order ${order} is released`,
      () => this.releasesOf(order),
      (releases) => releases > 0,
    );
    expect(this.releasesOf(order)).toBe(1);
    expect(this.world.simulator.ledger()).toMatchObject({ doubleReleases: 0, repeatedAttempts: 0 });
  }
}
