/** Whether an event has not begun yet. */
export const isUpcoming = ({ start }: { start: string }, now: string): boolean => Date.parse(start) > Date.parse(now)
