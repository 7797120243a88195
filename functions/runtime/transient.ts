import type { DynamoDBServiceException as ServiceException } from '@aws-sdk/client-dynamodb'
import { Problem } from '#shared/problems.ts'

/** What the SDK throws when AWS kept refusing for load, after all its own retries. */
const overload = new Set([
  'TimeoutError',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionInProgressException',
])
/** Each service says in its own way that it was asked too often. */
const throttled = /Throttl|TooManyRequests/

/** What Node calls a connection that broke, or never came to be. */
const broken = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT'])

/**
 * Whether an error is transient and no fault of ours: somebody else wrote first, or AWS kept refusing for load, failing or not answering.
 * The same call may succeed later.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof Problem) return error.code === 'busy' || error.code === 'conflict'
  const { name = '', code = '', $metadata } = (error ?? {}) as Partial<ServiceException> & { code?: string }
  return overload.has(name) || throttled.test(name) || broken.has(code) || ($metadata?.httpStatusCode ?? 0) >= 500
}
