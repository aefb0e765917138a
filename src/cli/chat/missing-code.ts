import type { Missing } from '../../domain/sheet/order-sheet.ts';
import { ExitCode } from '../kit/exit-code.ts';

/** Returns the exit code of a command whose one part is missing. */
export function missingCode(missing: Missing): ExitCode {
  switch (missing.code) {
    case 'ban':
    case 'ended':
    case 'register':
      return ExitCode.NOT_RUNNING;
    case 'silent':
      return ExitCode.TIMEOUT;
    case 'unread':
      return missing.category === 'NOT_FOUND' ? ExitCode.NOT_FOUND : ExitCode.ERROR;
    default:
      return ExitCode.ERROR;
  }
}
