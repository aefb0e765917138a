/** Runs in the browser: asks the passkey where a form wants it, and sends the form with what it has signed. */
export const pageScript = `const bytesOf = (text) =>
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

for (const form of document.querySelectorAll('form[data-passkey]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const said = form.querySelector('[role=alert]');
    said.textContent = '';
    asks[form.dataset.passkey](form.dataset).then(
      (answer) => {
        form.elements.answer.value = answer;
        form.submit();
      },
      (error) => {
        said.textContent = 'The passkey has signed nothing: ' + error.message;
      },
    );
  });
}
`;
