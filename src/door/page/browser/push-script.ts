/** Runs in the browser: puts it on the list of devices that are notified, and keeps what the list says of it true. */
export const pushScript = `
const push = document.getElementById('push');
const canBeNotified = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function post(path, fields) {
  const body = new URLSearchParams({ seal: push.dataset.seal, ...fields });
  const answer = await fetch(path, { method: 'POST', body });
  const text = await answer.text();
  if (answer.ok) return text;
  const why = new DOMParser().parseFromString(text, 'text/html').querySelector('main [role=alert]');
  throw Object.assign(new Error(why?.textContent ?? 'the door answered ' + answer.status), { status: answer.status });
}

/** One that was made with another key of the desk gets nothing: it is made once more. */
async function subscription(isWanted) {
  const { pushManager } = await navigator.serviceWorker.ready;
  const found = await pushManager.getSubscription();
  if (found !== null && urlText(found.options.applicationServerKey) === push.dataset.key) return found;
  if (!isWanted) return null;
  await found?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(push.dataset.key) });
}

function showPush(found) {
  for (const it of push.querySelectorAll('button, form')) it.hidden = (found !== null) === (it.value === 'on');
  push.querySelector('[name=endpoint]').value = found?.endpoint ?? '';
}

async function keep(isWanted) {
  const found = await subscription(isWanted);
  showPush(found);
  if (found === null) return '';
  const { endpoint, keys } = found.toJSON();
  const fields = { endpoint, p256dh: keys.p256dh, auth: keys.auth };
  // What was kept before and is on the list no more was stopped elsewhere: it is not put back by itself.
  if (localStorage.getItem('push') === endpoint) fields.again = 'yes';
  try {
    const text = await post('/push/keep', fields);
    localStorage.setItem('push', endpoint);
    return text;
  } catch (error) {
    if (error.status !== 410) throw error;
    showPush(null);
    // Its address stays known until it is gone: the next load would take it for a new one.
    await found.unsubscribe();
    localStorage.removeItem('push');
    throw error;
  }
}

const pushActs = {
  on: async () => {
    if ((await Notification.requestPermission()) !== 'granted') return 'this device does not allow notices of this page';
    localStorage.setItem('push', 'on');
    return keep(true);
  },
  test: async () => post('/push/test', { endpoint: (await subscription(true)).endpoint }),
  off: async () => {
    const found = await subscription(false);
    localStorage.removeItem('push');
    showPush(null);
    await found?.unsubscribe();
    return found === null ? '' : post('/push/forget', { endpoint: found.endpoint });
  },
};

function sayOfPush(saying) {
  const said = push.querySelector('[role=status]');
  return saying.then(
    (text) => {
      said.textContent = text;
    },
    (error) => {
      said.textContent = 'Not done: ' + error.message;
    },
  );
}

if (push !== null) {
  push.hidden = false;
  showPush(null);
  push.addEventListener('click', ({ target }) => {
    const act = pushActs[target.value];
    if (act !== undefined) sayOfPush(act());
  });
  push.querySelector('form').addEventListener('submit', async () => {
    localStorage.removeItem('push');
    await (await subscription(false))?.unsubscribe();
  });
  if (!canBeNotified) {
    for (const it of push.querySelectorAll('button, form')) it.hidden = true;
    sayOfPush(Promise.resolve('This browser takes no notices. On an iPhone, put the page on the home screen and open it there.'));
  } else if (Notification.permission === 'granted') {
    // A browser may have lost or replaced it since without a sign.
    sayOfPush(keep(localStorage.getItem('push') !== null));
  }
}
`;
