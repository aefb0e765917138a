import type { SightingClass } from '../../domain/payments/sighting.ts';
import { zoneClock, type ZoneClock } from '../../domain/hours/time-zone.ts';
import { readSigningKey } from '../environment/notice-environment.ts';
import { ConfigurationError, secretIn } from '../environment/service-environment.ts';
import { inFolder } from './file-variables.ts';
import type { PeerdeskFile } from './file-schema.ts';
import type { LoadedFile } from './load-file.ts';
import { zoneOf, type PaymentSection } from './payment-section.ts';

/** A source of payments as the door knows it. */
export interface PaymentSource {
  readonly name: string;
  readonly scheme: PaymentSection['scheme'];
  readonly class: SightingClass;
  readonly account: string;
  readonly currency: string;
  readonly method: string | null;
  readonly isReversible: boolean;
  readonly zone: ZoneClock;
  readonly key: Buffer;
}

/** Returns the sources of a file, with their keys. Throws ConfigurationError, which never holds a key. */
export function paymentSources({ file, folder }: LoadedFile): PaymentSource[] {
  return Object.entries(file.payments ?? {}).map(([name, section]): PaymentSource => {
    const named = `[payments.${name}] secret_file`;
    const zone = zoneClock(zoneOf(section));
    if (zone === null) throw new ConfigurationError(`[payments.${name}] zone is no time zone of this machine`);
    return {
      name,
      scheme: section.scheme,
      class: section.class,
      account: accountOf(file, section),
      currency: section.currency,
      method: section.method ?? null,
      isReversible: section.reversible ?? false,
      zone,
      key: readSigningKey(secretIn(inFolder(section.secret_file, folder), named), named),
    };
  });
}

const accountOf = ({ account = {} }: PeerdeskFile, section: PaymentSection): string =>
  section.account ?? Object.keys(account)[0] ?? '';
