import { randomUUID } from 'node:crypto'
import type { Invoke } from '../../types.ts'
import type { Loops } from '../../loops.ts'
import { type Mapping, reportedFailures } from '../lambda/mappings.ts'

/** A record of a table's stream, in the format of events. */
export type StreamRecord = {
  eventID: string
  eventName: string
  eventVersion: string
  eventSource: string
  eventSourceARN: string
  awsRegion: string
  dynamodb: { SequenceNumber: string; ApproximateCreationDateTime: number } & Record<string, unknown>
}

type Context = {
  mapping: Mapping
  shardId: string
  functionArn: string
  invoke: Invoke
  /** Milliseconds since 1970, by the local cloud's clock. */
  now: () => number
  loops: Loops
  /** Sends failed records to the mapping's destination. */
  send: (arn: string, body: string) => Promise<void>
  log: (line: string) => void
}

/**
 * Passes records to the function in order until it has handled them or they are given up, according to the mapping:
 * retries, age, bisecting, failures that the function reports, and the destination for what is given up. Returns false
 * if the local cloud was stopped before.
 */
export async function deliverBatch(records: StreamRecord[], context: Context): Promise<boolean> {
  const { mapping, loops } = context
  const { BisectBatchOnFunctionError = false, MaximumRetryAttempts = -1 } = mapping.properties
  let remaining = records
  for (let attempt = 0; remaining.length > 0; attempt++) {
    if (loops.signal.aborted) return false
    const handledCount = await countHandled(context, remaining)
    remaining = remaining.slice(handledCount)
    if (remaining.length === 0) return true
    // Bisecting does not count as a retry: only a batch of one uses up its attempts.
    if (handledCount === 0 && BisectBatchOnFunctionError && remaining.length > 1) {
      const half = Math.ceil(remaining.length / 2)
      return (
        (await deliverBatch(remaining.slice(0, half), context)) && (await deliverBatch(remaining.slice(half), context))
      )
    }
    const tooOld = isTooOld(remaining, context)
    if (tooOld || (MaximumRetryAttempts >= 0 && attempt >= MaximumRetryAttempts)) {
      await giveUp(remaining, attempt + 1, tooOld ? 'RecordAgeExceeded' : 'RetryAttemptsExhausted', context)
      return true
    }
    await loops.pause(Math.min(100 * 2 ** attempt, 10_000))
  }
  return true
}

/** How many records, from the first on, the function has handled. */
async function countHandled({ mapping, invoke }: Context, records: StreamRecord[]): Promise<number> {
  try {
    const answer = await invoke(mapping.lambda, { Records: records })
    if (!mapping.reportsFailures) return records.length
    const failedNumbers = reportedFailures(answer)
    if (!failedNumbers) return 0
    if (failedNumbers.length === 0) return records.length
    const places = failedNumbers.map((id) => records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === id))
    // A sequence number that is not in the batch fails all of it; otherwise everything before the first failure is handled.
    return Math.max(0, Math.min(...places))
  } catch {
    // The function's error has already been logged by its instance.
    return 0
  }
}

function isTooOld(records: StreamRecord[], { mapping, now }: Context): boolean {
  const { MaximumRecordAgeInSeconds = -1 } = mapping.properties
  const oldest = records[0]?.dynamodb.ApproximateCreationDateTime ?? 0
  return MaximumRecordAgeInSeconds >= 0 && now() / 1000 - oldest > MaximumRecordAgeInSeconds
}

async function giveUp(
  records: StreamRecord[],
  invocations: number,
  condition: string,
  context: Context,
): Promise<void> {
  const { mapping, shardId, functionArn, now, send, log } = context
  const destination = mapping.properties.DestinationConfig?.OnFailure?.Destination
  const outcome = destination ? `sent to ${destination}` : 'lost, for the mapping has no destination for them'
  log(
    `${mapping.lambda.logicalId} has failed on ${records.length} records of ${mapping.source.logicalId}: they are ${outcome}.`,
  )
  if (!destination) return
  const time = (record: StreamRecord | undefined): string =>
    new Date((record?.dynamodb.ApproximateCreationDateTime ?? 0) * 1000).toISOString()
  const body = {
    requestContext: {
      requestId: randomUUID(),
      functionArn: `${functionArn}:$LATEST`,
      condition,
      approximateInvokeCount: invocations,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: new Date(now()).toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: records[0]?.dynamodb.SequenceNumber,
      endSequenceNumber: records.at(-1)?.dynamodb.SequenceNumber,
      approximateArrivalOfFirstRecord: time(records[0]),
      approximateArrivalOfLastRecord: time(records.at(-1)),
      batchSize: records.length,
      streamArn: mapping.sourceArn,
    },
  }
  await send(destination, JSON.stringify(body))
}
