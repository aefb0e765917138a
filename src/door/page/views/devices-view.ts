import { html } from 'hono/html';
import type { PageField } from '../page-desk.ts';
import { fieldsView, hiddenView, type Html } from './layout.ts';

/** A browser in which a person has signed in. */
interface Device {
  readonly id: string;
  readonly title: string;
  readonly isThis: boolean;
  readonly fields: readonly PageField[];
}

interface DevicesSight {
  readonly devices: readonly Device[];
  /** What messages go to. */
  readonly notified: readonly Omit<Device, 'isThis'>[];
  readonly seal: string;
  /** Whom the visitor may let in; null: he may let in no one. */
  readonly people: readonly string[] | null;
}

/** Returns who has signed in, which devices are notified, what ends both, and what lets a person make a passkey. */
export const devicesView = ({ devices, notified, seal, people }: DevicesSight): Html =>
  html`${devices.map((device) => deviceView(device, seal))}
    <form class="card" method="post" action="/devices/end-mine">
      ${hiddenView({ seal })}
      <button class="stop">Sign me out on all devices</button>
    </form>
    ${notified.map((device) => notifiedView(device, seal))} ${people === null ? '' : letInView(people, seal)}`;

const deviceView = ({ id, title, isThis, fields }: Device, seal: string): Html =>
  html`<form class="card" method="post" action="/devices/end">
    <h2>${title}${isThis ? ' (this one)' : ''}</h2>
    ${fieldsView(fields)} ${hiddenView({ seal, id })}
    <button class="stop" aria-label="End this session: ${title}">End this session</button>
  </form>`;

const notifiedView = ({ id, title, fields }: Omit<Device, 'isThis'>, seal: string): Html =>
  html`<form class="card" method="post" action="/push/stop">
    <h2>Notices: ${title}</h2>
    ${fieldsView(fields)} ${hiddenView({ seal, id })}
    <button class="stop" aria-label="Stop its notices: ${title}">Stop its notices</button>
  </form>`;

const letInView = (people: readonly string[], seal: string): Html =>
  html`<form class="card" method="post" action="/people/enrol">
    <h2>Let a person make a passkey</h2>
    ${hiddenView({ seal })}
    <label for="person">Person</label>
    <select id="person" name="person">
      ${people.map((name) => html`<option>${name}</option>`)}
    </select>
    <button>Draw a word</button>
    <p class="faint">It counts once, for ten minutes. The passkey counts once its line is in the file of the desk.</p>
  </form>`;

interface WordSight {
  readonly person: string;
  readonly word: string;
  readonly until: string;
  /** Where it is typed. */
  readonly address: string;
}

/** Returns the word that lets a person make a passkey. */
export const wordView = ({ person, word, until, address }: WordSight): Html =>
  html`<section class="card">
    <p>For ${person}, once, at <code>${address}</code> until ${until}:</p>
    <p class="word">${word}</p>
    <p class="faint">It is shown here alone. Hand it over so that no one else reads it.</p>
    <p><a href="/devices">Back</a></p>
  </section>`;
