/** A longer list of orders is cut, and that is said: a broken count must not cause an endless loop. */
export const maxPages = 50;

/** The page size that the service suggests: a shorter page may be its limit, one shorter than this is the end. */
const suggestedRows = 20;

interface PageFacts {
  length: number;
  rows: number;
  seen: number;
  total: number | null;
}

/**
 * A full page may always be followed by another. A short one is the last, unless the service's count or page size says
 * otherwise.
 */
export function isLastPage({ length, rows, seen, total }: PageFacts): boolean {
  if (length === 0) return true;
  if (length >= rows) return false;
  return total === null ? length < suggestedRows : seen >= total;
}
