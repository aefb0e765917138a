import { ErrorCategory } from '../../domain/failures/error-category.ts';
import type { RefusalCode } from '../../domain/failures/refusal-codes.ts';

interface ErrorTableRow {
  readonly code: RefusalCode;
  readonly name: string;
  readonly category: ErrorCategory;
}

/** Every code of interface 7.3. The category of -9000 is a fallback: its message decides (interface 7.2). */
export const errorTable: readonly ErrorTableRow[] = [
  { code: '-1021', name: 'Timestamp out of recvWindow', category: ErrorCategory.RETRY_WITH_SYNC },
  { code: '-1022', name: 'Invalid signature', category: ErrorCategory.RETRY_WITH_SYNC },
  { code: '-1000', name: 'Unknown error', category: ErrorCategory.RETRIABLE_WITH_BACKOFF },
  { code: '-9000', name: 'System error (wrapper)', category: ErrorCategory.RETRIABLE_WITH_BACKOFF },
  { code: '-1102', name: 'Mandatory parameter missing', category: ErrorCategory.NON_RETRIABLE_BUSINESS },
  { code: '-1104', name: 'Unknown parameter', category: ErrorCategory.NON_RETRIABLE_BUSINESS },
  { code: '187049', name: 'Ad status error', category: ErrorCategory.RETRY_WITH_VOLUME_SYNC },
  { code: '187040', name: 'Ad status error (variant)', category: ErrorCategory.RETRY_WITH_VOLUME_SYNC },
  { code: '187031', name: 'Ad update failed', category: ErrorCategory.RETRY_WITH_VOLUME_SYNC },
  { code: '187055', name: 'Price overlap', category: ErrorCategory.SPECIAL_HANDLER },
  { code: '-2019', name: 'Margin insufficient', category: ErrorCategory.NON_RETRIABLE_BUSINESS },
  { code: '-2015', name: 'Invalid API key/permissions', category: ErrorCategory.NON_RETRIABLE_BUSINESS },
  { code: '-3026', name: 'Order already completed', category: ErrorCategory.NON_RETRIABLE_BUSINESS },
  { code: '-1013', name: 'Invalid quantity', category: ErrorCategory.NON_RETRIABLE_BUSINESS },
  { code: '-1111', name: 'Precision over maximum', category: ErrorCategory.NON_RETRIABLE_BUSINESS },
  { code: '83229', name: 'Business closed', category: ErrorCategory.AD_OFFLINE },
  { code: '83230', name: 'Taking a break', category: ErrorCategory.AD_OFFLINE },
];

/** Returns the row of interface 7.3 for the code, or null. */
export function errorRow(code: string | null): ErrorTableRow | null {
  return errorTable.find((row) => row.code === code) ?? null;
}
