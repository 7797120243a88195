import type { Fault, ProblemCode } from '#shared/sentences.ts'
import { statusProblems } from '#shared/statusSentences.ts'
import { clientSentences } from '../problems/showProblem.ts'

/**
 * `offline`: there was no response, or it timed out. `cancelled`: the caller aborted the request. `unreadable`: the device could
 * not read the file to send. `status` is 0 for all three.
 */
export class ApiProblem extends Error {
  readonly code: ProblemCode | 'offline' | 'cancelled' | 'unreadable'
  readonly status: number
  readonly faults: readonly Fault[]
  /** The user has been told already, by a message or a redirect: screens say nothing more. */
  isReported = false
  constructor(code: ApiProblem['code'], status: number, message: string, faults: readonly Fault[] = []) {
    super(message)
    this.name = 'ApiProblem'
    this.code = code
    this.status = status
    this.faults = faults
  }
}

/** Responses of the gateway and of anything in front of it have no code of ours, so they are mapped by status. */
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

/** The problem of an error response. */
export function problemOf(status: number, responseBody: unknown): ApiProblem {
  const { code, message, faults } = (responseBody ?? {}) as { code?: ProblemCode; message?: string; faults?: Fault[] }
  // A response with one of our codes brings its own message.
  if (typeof code === 'string') return new ApiProblem(code, status, message ?? clientSentences.failed, faults)
  const knownCode = codes[status] ?? 'internal'
  return new ApiProblem(knownCode, status, statusProblems[knownCode][1], faults)
}

/** The problem of a thrown error; anything but an ApiProblem means that there was no response. */
export function problemIn(error: unknown, cancelled: boolean): ApiProblem {
  if (error instanceof ApiProblem) return error
  if (!cancelled) return new ApiProblem('offline', 0, clientSentences.offline)
  const problem = new ApiProblem('cancelled', 0, clientSentences.cancelled)
  problem.isReported = true
  return problem
}

/** Whether the same request may succeed if repeated: offline, a timeout (408), or a server that is busy or failing. */
export const isRetryable = ({ code, status }: ApiProblem): boolean =>
  code === 'offline' || code === 'busy' || status === 408 || status >= 500

/** Whether its message is specific enough to show: not found, conflict, or one of our own rules. */
export const saysWhy = ({ code, status }: ApiProblem): boolean =>
  status === 404 || status === 412 || (status > 0 && !(code in statusProblems))

/** Whether what was sent is kept and resent automatically: retryable problems, or an expired session. */
export const isTransient = (problem: ApiProblem): boolean => problem.code === 'not_signed_in' || isRetryable(problem)
