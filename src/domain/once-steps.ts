export const onceStepNames = ['place', 'mark-paid', 'release', 'publish'] as const;
/** What is sent once only: the money steps, and an ad that is published. */
export type OnceStepName = (typeof onceStepNames)[number];
