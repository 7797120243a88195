import type { Fault, ProblemCode } from '#shared/sentences.ts'
import { statusProblems } from '#shared/statusSentences.ts'
import { own } from '../problems/tell.ts'

/**
 * `offline`: there was no answer at all, or not in time. `cancelled`: who asked does not want it any more. `unreadable`: the device does
 * not give what was to be sent. `status` is 0 of all three.
 */
export class ApiProblem extends Error {
  readonly code: ProblemCode | 'offline' | 'cancelled' | 'unreadable'
  readonly status: number
  readonly faults: readonly Fault[]
  /** The person knows already, by a message or by being led elsewhere: a screen says nothing more. */
  told = false
  constructor(code: ApiProblem['code'], status: number, message: string, faults: readonly Fault[] = []) {
    super(message)
    this.name = 'ApiProblem'
    this.code = code
    this.status = status
    this.faults = faults
  }
}

/** What the gateway and whatever stands before it answer has no code of ours; its status has to do. */
const codes: Record<number, keyof typeof statusProblems> = {
  400: 'bad_request',
  401: 'not_signed_in',
  403: 'not_allowed',
  404: 'not_found',
  412: 'conflict',
  413: 'too_large',
  429: 'busy',
  503: 'busy',
}

/** The problem that an answer stands for. */
export function problemOf(status: number, answer: unknown): ApiProblem {
  const { code, message, faults } = (answer ?? {}) as { code?: ProblemCode; message?: string; faults?: Fault[] }
  // With a code of ours its sentence comes along.
  if (typeof code === 'string') return new ApiProblem(code, status, message ?? own.failed, faults)
  const known = codes[status] ?? 'internal'
  return new ApiProblem(known, status, statusProblems[known][1], faults)
}

/** The problem that was thrown; whatever else was thrown means that no answer came. */
export function problemIn(error: unknown, cancelled: boolean): ApiProblem {
  if (error instanceof ApiProblem) return error
  if (!cancelled) return new ApiProblem('offline', 0, own.offline)
  const problem = new ApiProblem('cancelled', 0, own.cancelled)
  problem.told = true
  return problem
}

/** Whether the same request may succeed when it is sent again: no signal, a timeout (408), or a server that is busy or failing. */
export const isRetryable = ({ code, status }: ApiProblem): boolean =>
  code === 'offline' || code === 'busy' || status === 408 || status >= 500

/** Whether its sentence says more than that something did not work: what there is no more, what has changed, what a rule of ours is. */
export const saysWhy = ({ code, status }: ApiProblem): boolean =>
  status === 404 || status === 412 || (status > 0 && !(code in statusProblems))

/** Whether what was sent is kept to be sent again by itself: what is retryable, or a session that has ended. */
export const isTransient = (problem: ApiProblem): boolean => problem.code === 'not_signed_in' || isRetryable(problem)
