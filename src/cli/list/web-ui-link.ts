import { columnsOf, note, type CommandContext, type Environment } from '../kit/command-context.ts';
import { misuse } from '../kit/cli-failure.ts';
import type { TemporalSession } from '../session/temporal-session.ts';
import { findRunningDemo, type RunningDemo } from '../up/running-demo.ts';

/** Shows a person at a terminal where the Web UI shows that list, if one is known. */
export function noteWebUi(context: CommandContext, session: TemporalSession, query: string): void {
  const base = webUiAddress(context.env, session.address);
  if (base === null || !Number.isFinite(columnsOf(context))) return;
  note(context, `in the Web UI: ${webUiList(base, session.client.options.namespace, query)}`);
}

/**
 * Returns the address of the Web UI: PEERDESK_WEB_UI, else that of the running demo when `temporal` is its server. Null:
 * none is known. Throws a failure for a setting that is no address.
 */
export function webUiAddress(
  env: Environment,
  temporal: string,
  demo: RunningDemo | null = findRunningDemo(),
): string | null {
  const own = demo?.temporalAddress === temporal ? demo.uiUrl : '';
  const base = env['PEERDESK_WEB_UI'] || own;
  if (base === '') return null;
  if (/^https?:$/.test(URL.parse(base)?.protocol ?? '')) return base.replace(/\/+$/, '');
  throw misuse('PEERDESK_WEB_UI must be the address of a Web UI, such as http://127.0.0.1:8233');
}

/** Returns the address of a list of the Web UI with that query. */
export function webUiList(base: string, namespace: string, query: string): string {
  return `${base}/namespaces/${encodeURIComponent(namespace)}/workflows?query=${encodeURIComponent(query)}`;
}
