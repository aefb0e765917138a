import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { ConfigurationError } from '../../../src/config/environment/service-environment.ts';
import { readSettings, settingVariable } from '../../../src/config/environment/settings-environment.ts';
import { readEgressConfig } from '../../../src/config/environment/worker-environment.ts';

describe('interface 8: settings come from variables', () => {
  it('every setting has one, which is read as the kind of value that it has', () => {
    const env = Object.fromEntries(
      Object.entries(defaultSettings).map(([key, value]) => [settingVariable(key), String(value)]),
    );
    expect(readSettings(env)).toEqual(defaultSettings);
  });

  it('the three names of the interface are read too, and ours wins', () => {
    const env = {
      ERROR_187XXX_RETRY_SLEEP_SEC: '0.5',
      ENGINE_SERVICE_RANGE_TTL_SEC: '30',
      SERVICE_RETRY_SYNC_ON_1000: 'True',
    };
    expect(readSettings(env)).toEqual({ volumeSyncSleepMs: 500, priceRangeTtlMs: 30_000, retrySyncOn1000: true });
    expect(readSettings({ ...env, PEERDESK_SETTING_PRICE_RANGE_TTL_MS: '7' })).toMatchObject({ priceRangeTtlMs: 7 });
  });

  it('an empty variable is not set', () => {
    expect(readSettings({ PEERDESK_SETTING_BACKOFF_BASE_MS: '', SERVICE_RETRY_SYNC_ON_1000: '' })).toEqual({});
  });
});

describe('a setting that would not take effect is refused in one line that names it', () => {
  const accountLimit = 'PEERDESK_SETTING_ACCOUNT_REQUESTS_PER_SECOND';

  it.each([
    ['PEERDESK_SETTING_ACOUNT_REQUESTS_PER_SECOND', '1', new RegExp(`; did you mean ${accountLimit}\\?`)],
    ['PEERDESK_SETTING_WHATEVER', '', /^there is no setting PEERDESK_SETTING_WHATEVER: docs\/reference\/settings\.md/],
    ['PEERDESK_SETTING_REQUEST_TIMEOUT_MS', 'abc', 'PEERDESK_SETTING_REQUEST_TIMEOUT_MS is abc: it must be a number'],
    ['PEERDESK_SETTING_REQUEST_TIMEOUT_MS', '700000', /^PEERDESK_SETTING_REQUEST_TIMEOUT_MS is 700000: .*600000/],
    ['PEERDESK_SETTING_REQUEST_TIMEOUT_MS', ' ', /it must be a number/],
    [
      'PEERDESK_SETTING_RETRY_SYNC_ON_1000',
      'yes',
      'PEERDESK_SETTING_RETRY_SYNC_ON_1000 is yes: it must be true or false',
    ],
    ['PEERDESK_SETTING_PRICE_RANGE_MARGIN_RATIO', '-1', /^PEERDESK_SETTING_PRICE_RANGE_MARGIN_RATIO is -1: .*decimal/],
    ['ERROR_187XXX_RETRY_SLEEP_SEC', 'soon', 'ERROR_187XXX_RETRY_SLEEP_SEC is soon: it must be a number'],
    ['ENGINE_SERVICE_RANGE_TTL_SEC', '-1', /^ENGINE_SERVICE_RANGE_TTL_SEC is -1: /],
    [
      'PEERDESK_SETTING_MARKET_INTERVAL_MS',
      '5',
      /^PEERDESK_SETTING_MARKET_INTERVAL_MS is 5: must be at least 500 ms: .*bans the address$/,
    ],
    ['ERROR_187XXX_RETRY_SLEEP_SEC', '0.05', /^ERROR_187XXX_RETRY_SLEEP_SEC is 0\.05: must be at least 100 ms: /],
  ])('%s=%s', (name, value, message) => {
    const read = () => readSettings({ [name]: value });
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(message);
  });

  it('by a worker too', () => {
    const env = { PEERDESK_BASE_URL: 'http://127.0.0.1:8400', PEERDESK_API_KEY: 'k', PEERDESK_API_SECRET: 's' };
    const read = () => readEgressConfig({ ...env, PEERDESK_SETTING_ACOUNT_REQUESTS_PER_SECOND: '1' });
    expect(read).toThrow(/did you mean PEERDESK_SETTING_ACCOUNT_REQUESTS_PER_SECOND\?/);
  });
});
