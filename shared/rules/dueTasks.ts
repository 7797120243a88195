/** How many days before its due day Today shows a task. */
export const daysBeforeDue = 7

/** The due day of a task without one; it sorts last. */
export const noDay = '9999-12-31'
