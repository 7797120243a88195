import type { MiddlewareObj } from '@middy/core'
import type {
  APIGatewayProxyEventV2WithJWTAuthorizer as Event,
  APIGatewayProxyStructuredResultV2 as Result,
} from 'aws-lambda'
import { Problem, type ProblemCode } from '#shared/problems.ts'
import { faultLine } from '../runtime/faultLine.ts'
import { logTrace } from '../runtime/logTrace.ts'
import { isTransient } from '../runtime/transient.ts'
import { json } from './answer.ts'

/**
 * Turns an error into a response: a Problem by the table of problems, a transient error as `busy`, and any other as `internal`,
 * which is logged.
 */
export const refuse = (): MiddlewareObj<Event, Result> => ({
  onError: async (request) => {
    request.response = await refusal(request.error, request.context.functionVersion)
  },
})

async function refusal(error: unknown, version: string): Promise<Result> {
  const problem = error instanceof Problem ? error : isTransient(error) ? new Problem('busy') : undefined
  const code: ProblemCode = problem?.code ?? 'internal'
  if (!problem) {
    logTrace(error)
    console.error(faultLine(version))
  }
  const { problems, withSentence } = await import('#shared/sentences.ts')
  const [status, message] = problems[code]
  return json(
    status,
    { code, message, ...(problem?.faults && { faults: problem.faults.map(withSentence) }) },
    code === 'busy' ? { 'retry-after': '1' } : {},
  )
}
