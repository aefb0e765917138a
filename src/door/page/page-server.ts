import { getRequestListener } from '@hono/node-server';
import { listen, type Listening } from '../listen.ts';
import type { PageOptions } from './doorway.ts';
import { pageApp } from './page-app.ts';

/** Opens the page at an address of this machine; port 0: any. Rejects where the address is taken. */
export async function openPage(
  at: { readonly host: string; readonly port: number },
  options: PageOptions,
): Promise<Listening> {
  const answer = getRequestListener(pageApp(options).fetch, { overrideGlobalObjects: false });
  return listen(at, (request, response) => void answer(request, response));
}
