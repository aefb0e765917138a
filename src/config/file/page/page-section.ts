import { z } from 'zod';
import { pageRoles } from '../../../domain/people/page-role.ts';
import { readPasskeyText } from '../../../domain/signing/passkey-text.ts';
import { alias, fileName, key } from '../leaf-schemas.ts';

/** Passkeys are of an origin, so that what no passkey can be of is no address of the page. */
const isPageOrigin = (text: string): boolean => !('problem' in readPasskeyText(`passkey:${text}:`));

const listenForm = /^([\w.-]+|\[[\da-f:]+\]):(\d{1,5})$/i;

const listenAddress = z
  .string()
  .regex(listenForm, 'must be host:port, such as 127.0.0.1:8451')
  .refine((text) => Number(text.split(':').at(-1)) <= 65_535, 'must have a port of 0 to 65535');

/** The page of `peerdesk door`, for a phone. */
export const pageSection = z.strictObject({
  origin: key(
    z.string().refine(isPageOrigin, 'must be https and a name, as a browser shows it'),
    'the address at which browsers open the page; passkeys are of it alone. For this machine: http://localhost:8451',
    { example: 'https://desk.example.net' },
  ),
  listen: key(listenAddress, 'where the door listens for what stands in front of it with TLS', {
    example: '127.0.0.1:8451',
    without: '127.0.0.1:8451',
  }).optional(),
  keys_file: key(
    fileName,
    'file with the passkeys of people who approve nothing; approvers sign in with those of their approvers_file',
    {
      example: 'page-keys',
      without: 'approvers alone sign in',
    },
  ).optional(),
  people: z
    .record(
      alias,
      key(
        z.enum(pageRoles),
        'view looks, hold may also stop and reply, approve may also approve, admin may also let people in',
        { example: 'approve' },
      ),
    )
    .meta({ description: 'what each person may do on the page' }),
});

export type PageSection = z.output<typeof pageSection>;

const usualListen = '127.0.0.1:8451';

/** Returns where the page listens. */
export function listenOf({ listen = usualListen }: PageSection): { host: string; port: number } {
  const [, host = '', port = ''] = listenForm.exec(listen) ?? [];
  return { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) };
}
