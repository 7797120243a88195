import type { Policies } from '../iam/policies.ts'
import type { Assembly, Clock, Invoke } from '../types.ts'
import { sendToQueue } from '../services/sqs/queues.ts'
import { startQueues } from '../services/sqs/startQueues.ts'
import { type Schedules, startSchedules } from '../services/schedules/startSchedules.ts'
import { startStreams } from '../services/dynamodb/startStreams.ts'

type Options = {
  assembly: Assembly
  policies: Policies
  /** Of DynamoDB, and of the SQS stand-in as `openQueues` gives it. */
  endpoints: { dynamodb: string; sqs: string | undefined }
  invoke: Invoke
  clock: Clock
  /** Where it is kept how far the streams have been delivered. */
  dir: string
  log?: (line: string) => void
}

/**
 * Starts everything that calls functions without being asked: changes of tables, messages, schedules. Throws a StartError
 * for what is not understood; nothing runs then.
 */
export async function startEvents({ endpoints, ...options }: Options): Promise<Schedules> {
  const { assembly } = options
  const closers: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    await Promise.all(closers.map((end) => end()))
  }
  try {
    const schedules = startSchedules(options)
    closers.push(schedules.close)
    const queues = startQueues({ ...options, endpoint: endpoints.sqs })
    closers.push(queues.close)
    const send = (arn: string, body: string) => sendToQueue(assembly, endpoints.sqs, arn, body)
    const streams = await startStreams({ ...options, endpoint: endpoints.dynamodb, send })
    closers.push(streams.close)
    return { tick: schedules.tick, close }
  } catch (error) {
    await close()
    throw error
  }
}
