/** What a question reads as that a run refuses, because Temporal asks it between a message and the task for that message. */
export const aheadOfTaskText = 'asked ahead of the task for the newest messages; ask again';
