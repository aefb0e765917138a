/** What a person may do on the page of the door; each may also do what stands before it. */
export const pageRoles = ['view', 'hold', 'approve', 'admin'] as const;
export type PageRole = (typeof pageRoles)[number];

/** Whether a role is enough for what needs another one. */
export const isEnough = (role: PageRole, needed: PageRole): boolean =>
  pageRoles.indexOf(role) >= pageRoles.indexOf(needed);
