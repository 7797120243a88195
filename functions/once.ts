import { Problem } from '#shared/problems.ts'

/** What is so already stays so. */
export async function once(writing: Promise<unknown>): Promise<void> {
  try {
    await writing
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'conflict') throw error
  }
}
