import { expect } from 'vitest'
import { mayRefuse } from '#scripts/openapi.ts'
import type { Api, routes } from '#shared/api/index.ts'
import { isMedia } from '#shared/api/media.ts'
import { isOpen } from '#shared/permissions.ts'
import { problems } from '#shared/sentences.ts'
import { type CallResult, parseResponse } from '../call.ts'

export type Line = (typeof routes)[number]
type JudgedAnswer = Pick<CallResult<keyof Api>, 'status' | 'refusal'> & { body?: unknown }

/** Expected status of a valid request. */
export const successStatus = ({ route: { returns } }: Line): number =>
  isMedia(returns) && returns.as === 'redirect' ? 303 : 200
/** Like `successStatus`; also accepts 304 for a file that the client has cached. */
export const isAnswered = (line: Line, status: number): boolean =>
  status === successStatus(line) || (status === 304 && isMedia(line.route.returns))

/** What is wrong with a response; undefined if the contract promises it, or names this refusal with this message. */
export function findFault(line: Line, { status, refusal, body }: JudgedAnswer): string | undefined {
  if (isAnswered(line, status)) return status === 200 ? unpromised(line, body) : undefined
  const { code, message } = refusal
  if (status >= 500 || !Object.hasOwn(problems, code)) return `${status} ${code}`
  const [expectedStatus, sentence] = problems[code]
  if (status !== expectedStatus || message !== sentence) return `${status} ${code}, which says: ${message}`
  const allowedCodes = [...mayRefuse(line.key, line.route), ...(isOpen(line.route.can) ? [] : ['not_signed_in'])]
  return allowedCodes.includes(code) ? undefined : `${status} ${code}, which the contract does not name`
}

function unpromised({ route }: Line, body: unknown): string | undefined {
  try {
    expect(parseResponse(route, body)).toEqual(body)
    return undefined
  } catch (error) {
    return `200, not as promised: ${String(error)}`
  }
}
