import { countFigures } from './countFigures.ts'

/** Runs daily, early in the morning in America. */
export const handler = async ({ time }: { time: string }): Promise<void> => void (await countFigures(time))
