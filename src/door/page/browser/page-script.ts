/** Runs in the browser: asks the passkey where a form wants it, and keeps what is shown true while the page is open. */
import { liveScript } from './live-script.ts';
import { pushScript } from './push-script.ts';

const passkeyScript = `const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (it) => it.charCodeAt(0));
const letters = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)));
const urlText = (bytes) => letters(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

async function signed({ challenge, host }) {
  const publicKey = { challenge: bytesOf(challenge), rpId: host, userVerification: 'required', timeout: 60_000 };
  const { response } = await navigator.credentials.get({ publicKey });
  return [response.authenticatorData, response.clientDataJSON, response.signature].map(urlText).join('.');
}

async function made({ challenge, host, name, user }) {
  const publicKey = {
    challenge: bytesOf(challenge),
    rp: { id: host, name: 'Peerdesk' },
    user: { id: bytesOf(user), name, displayName: name },
    pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    timeout: 120_000,
  };
  const { response } = await navigator.credentials.create({ publicKey });
  return urlText(response.clientDataJSON) + '.' + letters(response.getPublicKey());
}

const asks = { get: signed, create: made };
let asking = false;

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.dataset.passkey === undefined) return;
  event.preventDefault();
  const said = form.querySelector('[role=alert]');
  said.textContent = '';
  asking = true;
  asks[form.dataset.passkey](form.dataset)
    .then(
      (answer) => {
        form.elements.answer.value = answer;
        form.submit();
      },
      (error) => {
        said.textContent = 'The passkey has signed nothing: ' + error.message;
      },
    )
    .finally(() => {
      asking = false;
    });
});
`;

/** The one script of the page. */
export const pageScript = passkeyScript + liveScript + pushScript;
