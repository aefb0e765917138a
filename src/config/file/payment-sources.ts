import type { SightingClass } from '../../domain/payments/sighting.ts';
import type { StatementForm } from './payments/statement-form.ts';
import { zoneClock, type ZoneClock } from '../../domain/hours/time-zone.ts';
import { readSigningKey } from '../environment/notice-environment.ts';
import { ConfigurationError, secretIn } from '../environment/service-environment.ts';
import { inFolder } from './file-variables.ts';
import type { PeerdeskFile } from './file-schema.ts';
import type { LoadedFile } from './load-file.ts';
import { zoneOf, type PaymentSection } from './payment-section.ts';
import { messageSourceOf, type MessageSource } from './payments/message-keys.ts';
import { statementFormOf } from './payments/statement-keys.ts';

/** What every source says of its payments, whatever reports them. */
export interface SourceFacts {
  readonly name: string;
  readonly class: SightingClass;
  readonly account: string;
  readonly currency: string;
  readonly method: string | null;
  readonly isReversible: boolean;
  readonly zone: ZoneClock;
}

/** A source of payments as the door knows it. */
export interface PaymentSource extends SourceFacts {
  readonly scheme: Exclude<PaymentSection['scheme'], 'statement'>;
  readonly key: Buffer;
  /** Of scheme `text`: how its messages are read. */
  readonly message: MessageSource;
}

/** A source whose payments stand in files. */
export interface StatementSource extends SourceFacts {
  readonly form: StatementForm;
}

/** Returns the sources that post, with their keys. Throws ConfigurationError, which never holds a key. */
export function paymentSources({ file, folder }: LoadedFile): PaymentSource[] {
  return Object.entries(file.payments ?? {}).flatMap(([name, section]): PaymentSource[] => {
    const { scheme, secret_file = '' } = section;
    if (scheme === 'statement') return [];
    const named = `[payments.${name}] secret_file`;
    const key = readSigningKey(secretIn(inFolder(secret_file, folder), named), named);
    return [{ ...factsOf(file, name, section), scheme, key, message: messageSourceOf(section) }];
  });
}

/** Returns the sources whose payments stand in statements. Throws ConfigurationError. */
export function statementSources({ file }: LoadedFile): StatementSource[] {
  return Object.entries(file.payments ?? {}).flatMap(([name, section]): StatementSource[] =>
    section.scheme === 'statement' ? [{ ...factsOf(file, name, section), form: statementFormOf(section) }] : [],
  );
}

function factsOf(file: PeerdeskFile, name: string, section: PaymentSection): SourceFacts {
  const zone = zoneClock(zoneOf(section));
  if (zone === null) throw new ConfigurationError(`[payments.${name}] zone is no time zone of this machine`);
  return {
    name,
    class: section.class,
    account: accountOf(file, section),
    currency: section.currency,
    method: section.method ?? null,
    isReversible: section.reversible ?? false,
    zone,
  };
}

const accountOf = ({ account = {} }: PeerdeskFile, section: PaymentSection): string =>
  section.account ?? Object.keys(account)[0] ?? '';
