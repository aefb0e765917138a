const texts = {
  ask: 'The Web UI shows what is sealed once you are signed in here.',
  wrong: 'That is not the token.',
  done: 'You are signed in for twelve hours. Reload the Web UI.',
} as const;

/** Returns the page where a browser exchanges the token for a cookie. */
export function loginPage(state: keyof typeof texts): string {
  const form =
    state === 'done'
      ? ''
      : '<form method="post"><label>Token <input type="password" name="token" autocomplete="off" autofocus></label> <button>Sign in</button></form>';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Peerdesk codec</title><style>body{font:16px sans-serif;margin:3rem}</style><h1>Peerdesk codec</h1><p>${texts[state]}</p>${form}</html>`;
}
