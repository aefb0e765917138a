type OfflineReason = 'Business closed' | 'Taking a break';

/** Takes the code of an AD_OFFLINE error and gives the reason that the merchant sees. Interface section 7.4. */
export function offlineReason(code: string | null): OfflineReason {
  return code === '83230' ? 'Taking a break' : 'Business closed';
}
