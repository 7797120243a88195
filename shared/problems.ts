import type { Fault, FaultCode, ProblemCode } from './sentences.ts'

export type { Fault, FaultCode, ProblemCode } from './sentences.ts'

/** A fault in a submitted value; its own `message` replaces the code's sentence. */
export const faultAt = (at: string, code: FaultCode, details: Pick<Fault, 'limit' | 'message'> = {}): Fault => ({
  at,
  code,
  ...details,
})

/** A refusal. Turned into HTTP in one place, `functions/http/refuse.ts`; its status and sentence are in `sentences.ts`. */
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

/** Whether an error is a refusal with one of these codes. */
export const isProblem = (error: unknown, ...codes: readonly ProblemCode[]): error is Problem =>
  error instanceof Problem && codes.includes(error.code)
