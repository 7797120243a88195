import type { Fault, FaultCode, ProblemCode } from './sentences.ts'

export type { Fault, FaultCode, ProblemCode } from './sentences.ts'

/** What is wrong with the value that was sent at a place; a `message` of its own stands in the place of the code's sentence. */
export const faultAt = (at: string, code: FaultCode, more: Pick<Fault, 'limit' | 'message'> = {}): Fault => ({
  at,
  code,
  ...more,
})

/** A refusal. One place turns it into HTTP, `functions/http/refuse.ts`; its status and its sentence stand in `sentences.ts`. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly faults: readonly Fault[] | undefined
  constructor(code: ProblemCode, faults?: readonly Fault[]) {
    super(code)
    this.name = 'Problem'
    this.code = code
    this.faults = faults
  }
}
