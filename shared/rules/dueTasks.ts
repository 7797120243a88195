/** So many days before it is due, a task is told of on Today. */
export const daysBeforeDue = 7

/** Of a task that may be done at any time: beyond all days, so that it stands last. */
export const noDay = '9999-12-31'
