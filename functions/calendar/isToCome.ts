/** Whether an event has not begun. */
export const isToCome = ({ start }: { start: string }, now: string): boolean => Date.parse(start) > Date.parse(now)
