/** A person's phone at the page of a door: Chromium (`CHROMIUM_PATH`, else /usr/bin/chromium) with an authenticator of its own. */
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const browserPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const browserArguments = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];

/** Without it the tests in a browser are skipped by name. */
export const hasBrowser = existsSync(browserPath);

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: browserPath, headless: true, args: browserArguments });

/** The smallest that the page is made for. */
export const phoneSize = { width: 360, height: 740 };

/** It makes and uses passkeys without asking, as if its person had touched it and was known to it. */
const authenticator = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

const pageLimitMs = 60_000;

export class BrowserPhone {
  readonly page: Page;
  readonly #origin: string;

  private constructor(page: Page, origin: string) {
    this.page = page;
    this.#origin = origin;
  }

  /** Opens a browser of its own, which shares neither cookies nor passkeys. */
  static async open(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<BrowserPhone> {
    const context = await browser.newContext({ viewport: phoneSize, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(pageLimitMs);
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', { options: authenticator });
    return new BrowserPhone(page, origin);
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(`${this.#origin}${path}`);
    // Its style is there.
    await this.page.waitForLoadState('load');
  }

  /** Presses a button by what stands on it. */
  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name }).click();
  }

  /** Makes a passkey on the page by a word of `door enrol`; returns the line that lets it count. */
  async enrol(word: string, device = 'phone'): Promise<string> {
    await this.goTo('/enrol');
    await this.page.getByLabel('Word').fill(word);
    await this.page.getByLabel('This device').fill(device);
    await this.press('Go on');
    await this.press('Make the passkey');
    return await this.page.getByLabel('Line').inputValue();
  }

  async signIn(): Promise<void> {
    await this.goTo('/sign-in');
    await this.press('Sign in with your passkey');
    await this.page.getByRole('heading', { name: 'What waits' }).waitFor();
  }

  /** Returns what the page says that it refuses. */
  async refusal(): Promise<string> {
    await this.page.getByRole('heading', { name: 'Refused' }).waitFor();
    return (await this.page.getByRole('alert').textContent()) ?? '';
  }
}
