/** Whether an event has not begun yet. */
export const isToCome = ({ start }: { start: string }, now: string): boolean => Date.parse(start) > Date.parse(now)
