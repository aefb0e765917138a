import { afterEach, vi } from 'vitest';

// Files share a process: what one has put in the place of a variable would be there for the hooks of the next one, which
// vitest's own setting leaves as they are.
afterEach(() => void vi.unstubAllEnvs());
