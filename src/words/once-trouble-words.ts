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
      return `a cancellation was requested in Temporal: ${goesOn[trouble.what]}`;
  }
}

/** An order cannot be taken back while its placement runs. */
const goesOn: Readonly<Record<Extract<OnceTrouble, { code: 'cancelled' }>['what'], string>> = {
  placement: 'the placement continues',
  publication: 'the publication continues; stop gives it up',
  change: 'the change continues; stop gives it up',
};
