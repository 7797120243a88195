import { Problem, type ProblemCode } from '#shared/problems.ts'

/** For `catch`: a write refused with one of these codes counts as done and returns undefined; other errors are rethrown. */
export const ignore =
  (...codes: readonly ProblemCode[]) =>
  (error: unknown): undefined => {
    if (!(error instanceof Problem && codes.includes(error.code))) throw error
  }

/** Waits for a write and ignores `conflict`: another caller has written it already. */
export async function ignoreConflict(writing: Promise<unknown>): Promise<void> {
  await writing.catch(ignore('conflict'))
}
