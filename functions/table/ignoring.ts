import { Problem, type ProblemCode } from '#shared/problems.ts'

/** For `catch`: a write that is refused like this is fine, and gives nothing. */
export const unless =
  (...codes: readonly ProblemCode[]) =>
  (error: unknown): undefined => {
    if (!(error instanceof Problem && codes.includes(error.code))) throw error
  }

/** What is so already stays so. */
export async function once(writing: Promise<unknown>): Promise<void> {
  await writing.catch(unless('conflict'))
}
