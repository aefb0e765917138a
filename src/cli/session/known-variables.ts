import { nearestName } from '../../config/nearest-name.ts';
import type { Environment } from '../../config/environment/service-environment.ts';
import { variableNames as known } from '../../config/environment/variable-table.ts';

interface MisspeltVariable {
  name: string;
  meant: string;
}

/** Returns the variables that look like a misspelt one of these. What is near to none may be another program's. */
export function misspeltVariables(env: Environment): MisspeltVariable[] {
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith('PEERDESK_') && !name.startsWith('PEERDESK_SETTING_') && !known.includes(name),
  );
  return unknown.flatMap((name) => {
    const meant = nearestName(name, known);
    return meant === null ? [] : [{ name, meant }];
  });
}
