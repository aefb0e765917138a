/** What is said of what goes wrong around a placement, a publication or a change of an ad. */
import type { OnceTrouble } from '../domain/failures/once-trouble.ts';

/** Returns what goes wrong. */
export function onceTroubleText(trouble: OnceTrouble): string {
  switch (trouble.code) {
    case 'unanswered':
      return `not answered yet: ${trouble.message}`;
    case 'refused':
      return `refused for a while, and tried again (${trouble.category})`;
    case 'cancelled':
      return 'a cancellation was requested in Temporal: what has left is awaited, and nothing more is sent';
  }
}
