import { countFigures } from './countFigures.ts'

/** Runs once a day, early in the morning in America, and counts the figures of the day. */
export const handler = async ({ time }: { time: string }): Promise<void> => void (await countFigures(time))
