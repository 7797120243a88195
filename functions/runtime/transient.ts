import type { DynamoDBServiceException as ServiceException } from '@aws-sdk/client-dynamodb'
import { Problem } from '#shared/problems.ts'

/** Errors that the SDK throws when AWS is overloaded, after its own retries. */
const overload = new Set([
  'TimeoutError',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionInProgressException',
])
/** Each service has its own name for throttling. */
const throttled = /Throttl|TooManyRequests/

/** Node's codes of a connection that broke or could not be made. */
const broken = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT'])

/**
 * Whether an error is transient: a concurrent write, or AWS throttling, failing or not responding. The same call may succeed
 * later.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof Problem) return error.code === 'busy' || error.code === 'conflict'
  const { name = '', code = '', $metadata } = (error ?? {}) as Partial<ServiceException> & { code?: string }
  return overload.has(name) || throttled.test(name) || broken.has(code) || ($metadata?.httpStatusCode ?? 0) >= 500
}
