import type { FailureCategory } from '../../../src/domain/failures/error-category.ts';
import type { SimulatorOptions } from '../../../src/simulator/world/simulator-options.ts';
import type { ContractWorld } from '../contract-world.ts';

export type Input = Record<string, unknown>;

/** The expected error of a refused call. */
export interface ExpectedRefusal {
  code: string | null;
  category: FailureCategory;
  /** Default: 400. */
  httpStatus?: number;
  /** A part of its text. */
  message?: string;
}

/** A call that the service refuses for a business reason. */
export interface RefusalCase extends ExpectedRefusal {
  operation: string;
  /** Why it is refused, and where that is written. */
  why: string;
  /** Creates the world in which it is refused, and returns its input. */
  arrange: (world: ContractWorld) => Input | Promise<Input>;
  options?: Partial<SimulatorOptions>;
  /**
   * How often the service refuses before the client gives up: 1, unless the operation has several ways of
   * authentication.
   */
  calls?: number;
}

/** Twenty digits that nothing has. */
export const unknownNumber = '29999999999999999999';

export const illegal: ExpectedRefusal = { code: '-1102', category: 'NON_RETRIABLE_BUSINESS' };
export const tooPrecise: ExpectedRefusal = { code: '-1111', category: 'NON_RETRIABLE_BUSINESS' };
export const badQuantity: ExpectedRefusal = { code: '-1013', category: 'NON_RETRIABLE_BUSINESS' };
export const closed: ExpectedRefusal = { code: '83229', category: 'AD_OFFLINE' };
export const onBreak: ExpectedRefusal = { code: '83230', category: 'AD_OFFLINE' };
export const inZone: ExpectedRefusal = { code: '187055', category: 'SPECIAL_HANDLER' };
export const notYours: ExpectedRefusal = { code: '83998', category: 'UNKNOWN' };

/** Interface 7.2: -9000 holds the real code in its message. */
export const wrapped = (message: string, category: FailureCategory): ExpectedRefusal => ({
  code: '-9000',
  category,
  message,
});
export const staleVolume = (code: string): ExpectedRefusal => wrapped(code, 'RETRY_WITH_VOLUME_SYNC');
export const noSuchAd = wrapped('187022', 'RETRIABLE_WITH_BACKOFF');
