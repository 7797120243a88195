import { seededRandom } from '../seededRandom.ts'
import { StartError } from '../startError.ts'
import { type FaultableService, faultKinds, type Faults } from '../types.ts'
import { conflictOf } from './conflictOf.ts'

/** What happens to a request instead of, or in addition to, forwarding it. */
export type Fault =
  | {
      kind: 'throttle' | 'conflict' | 'fail'
      code: string
      message: string
      status?: number
      reasons?: { Code: string; Message?: string }[]
    }
  | { kind: 'reset' | 'lostReply' }
  | { kind: 'slow'; ms: number }

type FaultRequest = { service: FaultableService; operation: string; body: Record<string, unknown> }

export type FaultSource = {
  /** Whether calls of this service can get faults at all. */
  affects: (service: string) => service is FaultableService
  /** The fault that this request gets; undefined for most. */
  draw: (request: FaultRequest) => Fault | undefined
  /** How often each kind of fault has occurred. */
  counts: Record<string, number>
  /** How many requests of the affected services there were. */
  requestCount: () => number
}

/**
 * Draws faults from a seed: the same requests in the same order get the same ones. Throws a StartError if the shares
 * are not between 0 and 1, or exceed 1 together.
 */
export function faultSource(faults: Faults): FaultSource {
  const shares = faultKinds.map((kind) => faults[kind] ?? 0)
  const totalShare = shares.reduce((sum, share) => sum + share, 0)
  if (shares.some((share) => !(share >= 0)) || totalShare > 1)
    throw new StartError('The shares of faults must be 0 to 1, and at most 1 together.')
  const { services = ['dynamodb'], operations } = faults
  const random = seededRandom(faults.seed)
  const counts: Record<string, number> = {}
  let requests = 0

  return {
    counts,
    requestCount: () => requests,
    affects: (service): service is FaultableService => services.some((name) => name === service),
    draw(request) {
      requests++
      if (operations && !operations.includes(request.operation)) return undefined
      // Always draw twice, so that a request's fault does not depend on the previous request's.
      const [first, second] = [random(), random()]
      let cumulative = 0
      const kind = faultKinds.find((_, index) => first < (cumulative += shares[index] ?? 0))
      const fault = kind && faultOf(kind, request, second)
      if (fault) counts[fault.kind] = (counts[fault.kind] ?? 0) + 1
      return fault
    },
  }
}

function faultOf(
  kind: (typeof faultKinds)[number],
  { service, operation, body }: FaultRequest,
  random: number,
): Fault | undefined {
  switch (kind) {
    case 'throttle':
      return { kind, ...errors.throttle[service](random) }
    case 'fail':
      return { kind, ...errors.fail[service], message: 'Internal error, try again.', status: 500 }
    case 'conflict':
      return service === 'dynamodb' ? conflictOf(operation, body, random) : undefined
    case 'slow':
      return { kind, ms: random * slowest }
    default:
      return { kind }
  }
}

/** In milliseconds: longer than the table's client waits for a response. */
const slowest = 3000

const slowDown = (code: string, status?: number) => () => ({
  code,
  message: 'Too many requests.',
  ...(status && { status }),
})
/** The errors of each service for throttling and for a failure. */
const errors = {
  throttle: {
    dynamodb: (random: number) =>
      random < 0.5
        ? {
            code: 'ThrottlingException',
            message: 'Throughput exceeds the current capacity of your table or index.',
          }
        : {
            code: 'ProvisionedThroughputExceededException',
            message: 'The level of configured provisioned throughput for the table was exceeded.',
          },
    sqs: slowDown('ThrottlingException'),
    s3: slowDown('SlowDown', 503),
    ses: slowDown('Throttling', 400),
    stripe: slowDown('rate_limit', 429),
    paypal: slowDown('RATE_LIMIT_REACHED', 429),
    fluidpay: slowDown('too many requests', 429),
  },
  fail: {
    dynamodb: { code: 'InternalServerError' },
    sqs: { code: 'InternalError' },
    s3: { code: 'InternalError' },
    ses: { code: 'InternalFailure' },
    stripe: { code: 'api_error' },
    paypal: { code: 'INTERNAL_SERVER_ERROR' },
    fluidpay: { code: 'internal error' },
  },
} as const satisfies Record<'throttle' | 'fail', Record<FaultableService, unknown>>
