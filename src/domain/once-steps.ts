export const onceStepNames = ['place', 'mark-paid', 'release', 'cancel', 'publish'] as const;
/** What is sent once only: the money steps, and an ad that is published. */
export type OnceStepName = (typeof onceStepNames)[number];
/** What moves money: all of them but an ad that is published. */
export type MoneyStepName = Exclude<OnceStepName, 'publish'>;
