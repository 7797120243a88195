import { isProblem, Problem, type ProblemCode } from '#shared/problems.ts'

/** For `catch`: gives undefined for a Problem with one of these codes, and throws all other errors. */
export const ignore =
  (...codes: readonly ProblemCode[]) =>
  (error: unknown): undefined => {
    if (!isProblem(error, ...codes)) throw error
  }

/** For `catch`: gives undefined for any Problem, and throws all other errors. */
export function ignoreProblem(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error
}

/** Waits for a write, and ignores a failed condition: somebody else has written it already. */
export async function ignoreConflict(writing: Promise<unknown>): Promise<void> {
  await writing.catch(ignore('conflict'))
}
