import { expect, it } from 'vitest';
import { browserName } from '../../../src/door/page/browser-name.ts';

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Mobile Safari/537.36';

it.each([
  ['Safari on iPhone', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${safari}`],
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${chrome}`],
  ['Edge on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/149.0.0.0`],
  ['Firefox on Linux', 'Mozilla/5.0 (Wayland; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Samsung Internet on Android', `Mozilla/5.0 (Linux; Android 14) SamsungBrowser/28.0 ${chrome}`],
  ['Safari on macOS', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`],
  ['a browser', ''],
  ['a browser', '<b>pay evil.example</b>'],
])('phone: a device is listed as %s, whatever it says of itself: %s', (name, userAgent) => {
  expect(browserName(userAgent)).toBe(name);
});
