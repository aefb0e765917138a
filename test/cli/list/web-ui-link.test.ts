import { describe, expect, it } from 'vitest';
import { webUiAddress, webUiList } from '../../../src/cli/list/web-ui-link.ts';
import type { RunningDemo } from '../../../src/cli/up/running-demo.ts';

const demo = { temporalAddress: '127.0.0.1:7233', uiUrl: 'http://127.0.0.1:8233' } as RunningDemo;

describe('a link to the Web UI', () => {
  it('comes from the setting, else from the demo whose server is asked, else it is left out', () => {
    const env = { PEERDESK_WEB_UI: 'https://temporal.example/' };
    expect(webUiAddress(env, '127.0.0.1:7233', demo)).toBe('https://temporal.example');
    expect(webUiAddress({}, '127.0.0.1:7233', demo)).toBe('http://127.0.0.1:8233');
    expect(webUiAddress({}, 'other:7233', demo)).toBeNull();
    expect(webUiAddress({}, '127.0.0.1:7233', null)).toBeNull();
  });

  it.each(['temporal', 'ftp://temporal.example', 'javascript:alert(1)'])('%s is no address', (PEERDESK_WEB_UI) => {
    expect(() => webUiAddress({ PEERDESK_WEB_UI }, '', null)).toThrow(/PEERDESK_WEB_UI must be the address/);
  });

  it('leads to the list with the same query', () => {
    const link = new URL(webUiList('http://127.0.0.1:8233', 'my shop', "WorkflowType = 'a' AND b = true"));
    expect(link.pathname).toBe('/namespaces/my%20shop/workflows');
    expect(link.searchParams.get('query')).toBe("WorkflowType = 'a' AND b = true");
  });
});
