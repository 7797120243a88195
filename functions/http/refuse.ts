import type { MiddlewareObj } from '@middy/core'
import type {
  APIGatewayProxyEventV2WithJWTAuthorizer as Event,
  APIGatewayProxyStructuredResultV2 as Result,
} from 'aws-lambda'
import type { DynamoDBServiceException as ServiceException } from '@aws-sdk/client-dynamodb'
import { Problem, type ProblemCode } from '#shared/problems.ts'
import { logTrace } from '../logTrace.ts'
import { json } from './answer.ts'
import { failedLine } from './failed.ts'

/** Answers whatever was thrown, by the table of problems. What is no refusal of ours is noted in the log, and told to nobody. */
export const refuse = (): MiddlewareObj<Event, Result> => ({
  onError: async (request) => {
    request.response = await refusal(request.error, request.context.functionVersion)
  },
})

/** What the SDK throws when AWS kept refusing for load, after all its own retries. */
const overload = new Set([
  'TimeoutError',
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionInProgressException',
])

/** What Node calls a connection that broke, or never came to be. */
const broken = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT'])

/** Whether AWS kept refusing for load, failing or not answering: that passes, and nothing of ours mends it. */
function isPassing(error: unknown): boolean {
  const { name, code = '', $metadata } = (error ?? {}) as Partial<ServiceException> & { code?: string }
  return overload.has(name ?? '') || broken.has(code) || ($metadata?.httpStatusCode ?? 0) >= 500
}

async function refusal(error: unknown, version: string): Promise<Result> {
  const known = error instanceof Problem ? error : isPassing(error) ? new Problem('busy') : undefined
  const code: ProblemCode = known?.code ?? 'internal'
  if (!known) {
    logTrace(error)
    console.error(failedLine(version))
  }
  const { problems, told } = await import('#shared/sentences.ts')
  const [status, message] = problems[code]
  return json(
    status,
    { code, message, ...(known?.faults && { faults: known.faults.map(told) }) },
    code === 'busy' ? { 'retry-after': '1' } : {},
  )
}
