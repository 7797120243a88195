import { Problem, type ProblemCode } from '#shared/problems.ts'

/** For `catch`: a write that is refused with one of these codes counts as done and gives undefined; other errors are thrown on. */
export const ignore =
  (...codes: readonly ProblemCode[]) =>
  (error: unknown): undefined => {
    if (!(error instanceof Problem && codes.includes(error.code))) throw error
  }

/** Waits for a write whose condition may not hold any more: then somebody else has written it already, and nothing is left to do. */
export async function ignoreConflict(writing: Promise<unknown>): Promise<void> {
  await writing.catch(ignore('conflict'))
}
