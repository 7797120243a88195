/** So many days before it is due, a task is told of on Today. */
export const daysBeforeDue = 7
