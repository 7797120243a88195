/** Days before its due date from which a task is shown on Today. */
export const daysBeforeDue = 7

/** The due date of a task without one: after all days, so that it sorts last. */
export const noDay = '9999-12-31'
