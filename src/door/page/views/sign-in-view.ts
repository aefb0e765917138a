import { html } from 'hono/html';
import type { Challenge } from '../challenges.ts';
import { alertView, answerView, askedView, hiddenView, type Asked, type Html } from './layout.ts';

/** Returns the page of who has not signed in, with the reason where there is one. */
export const signInView = (challenge: Challenge, asked: Asked, why: string | null): Html =>
  html`${why === null ? '' : alertView(why)}
    <form class="card" action="/sign-in" ${askedView('get', asked)}>
      ${hiddenView({ ...challenge })} ${answerView()}
      <button>Sign in with your passkey</button>
    </form>
    <p class="faint">No passkey on this device yet? <a href="/enrol">Make one</a>.</p>`;

/** Returns the page where a person types the word that the machine of the desk has printed. */
export const enrolView = (): Html =>
  html`<form class="card" method="post" action="/enrol">
    <p>
      On the machine of the desk run <code>peerdesk door enrol NAME</code>, or have an admin draw a word under Devices,
      and type it here.
    </p>
    <label for="word">Word</label>
    <input type="text" id="word" name="word" required autocomplete="off" autocapitalize="characters" />
    <label for="device">This device, such as phone</label>
    <input type="text" id="device" name="device" required pattern="[A-Za-z0-9_.\\-]{1,20}" value="phone" />
    <button>Go on</button>
  </form>`;

interface MadeSight extends Challenge {
  readonly name: string;
  /** Who drew the word. */
  readonly by: string;
}

/** Returns the page that makes the passkey. `user`: random, so that it replaces no other passkey of the device. */
export const makeView = (made: MadeSight, asked: Asked & { readonly user: string }): Html =>
  html`<form
    class="card"
    action="/enrol/made"
    ${askedView('create', asked)}
    data-name="${made.name}"
    data-user="${asked.user}"
  >
    <p>The passkey will be named ${made.name}. This device asks for your finger, face or PIN.</p>
    ${hiddenView({ ...made })} ${answerView()}
    <button>Make the passkey</button>
  </form>`;

/** Returns the page with the line of a new key. */
export const madeView = (line: string): Html =>
  html`<div class="card">
    <p>The passkey counts once this line stands in the file of the approvers, or in the keys_file of [door.page].</p>
    <label for="line">Line</label>
    <textarea id="line" readonly>${line}</textarea>
    <p class="faint">
      The door has written the same line to its log: compare its last letters before you copy it there.
    </p>
    <a class="button" href="/">Then sign in</a>
  </div>`;
