import { availableParallelism } from 'node:os'
import type { Policies } from '../../iam/policies.ts'
import { StartError } from '../../startError.ts'
import type { Assembly, Clock, Invoke } from '../../types.ts'
import { awsJson } from '../../awsJson.ts'
import { newLoops } from '../../loops.ts'
import { type Mapping, mappingsOf, queueType, reportedFailures } from '../lambda/mappings.ts'
import { type QueueServer, queueUrl } from './queues.ts'
import { type Message, parsed, recordOf, type SqsRecord } from './sqsRecords.ts'

type Options = {
  assembly: Assembly
  /** The stand-in's endpoint, as `openQueues` returns it. */
  endpoint: string | undefined
  invoke: Invoke
  clock: Clock
  policies?: Policies
  log?: (line: string) => void
} & Pick<QueueServer, 'hasMessages'>

/** Milliseconds between two polls of an empty queue. */
const REST = 50

const actions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']

/**
 * Delivers messages to the functions mapped to queues. A message that a function fails on is delivered again after the
 * queue's visibility timeout, and goes to the dead-letter queue as the template says. Throws a StartError for a mapping
 * that is unsupported, lacks a grant, or that AWS would refuse.
 */
export function startQueues({
  assembly,
  endpoint,
  hasMessages,
  invoke,
  clock,
  policies,
  log = console.error,
}: Options): {
  close: () => Promise<void>
} {
  const mappings = mappingsOf({ assembly, policies }, [queueType], actions)
  for (const mapping of mappings) {
    refuseShortVisibility(assembly, mapping)
    refuseLargeBatches(mapping)
  }
  const loops = newLoops(log)
  let restPromise: Promise<void> | undefined
  // One timer for all queues: dozens would keep an idle process busy.
  const waitForRest = (): Promise<void> =>
    (restPromise ??= loops.pause(REST).finally(() => {
      restPromise = undefined
    }))
  const handling: Set<Promise<void>>[] = []
  const call = { endpoint: endpoint ?? '', region: assembly.region }
  for (const mapping of endpoint ? mappings : []) {
    const url = queueUrl(assembly, mapping.source, call.endpoint)
    const polling: Polling = {
      mapping,
      call,
      url,
      isEmpty: () => !hasMessages(url),
      invoke,
      clock,
      handling: new Set(),
    }
    // AWS starts with five at once; more than this machine has cores would only start more instances than can work.
    const atOnce = Math.min(
      mapping.properties.ScalingConfig?.MaximumConcurrency ?? 5,
      5,
      Math.max(availableParallelism(), 2),
    )
    loops.repeat(async () => {
      if (polling.handling.size >= atOnce) await Promise.race(polling.handling)
      if (!(await takeBatch(polling, log))) await waitForRest()
    })
    handling.push(polling.handling)
  }
  return {
    async close() {
      await loops.close()
      await Promise.all(handling.flatMap((set) => [...set]))
    },
  }
}

// A message would be delivered again while it is still being processed.
function refuseShortVisibility(assembly: Assembly, { lambda, source, where }: Mapping): void {
  const timeout = Number(assembly.resolve(lambda.stack, lambda.properties.Timeout) ?? 3)
  const visibility = Number(assembly.resolve(source.stack, source.properties.VisibilityTimeout) ?? 30)
  if (visibility >= timeout) return
  throw new StartError(
    `AWS would refuse ${where}: messages of ${source.logicalId} come again after ${visibility} s, ` +
      `and ${lambda.logicalId} may take ${timeout} s.`,
  )
}

function refuseLargeBatches({ properties, where }: Mapping): void {
  const { BatchSize = 10, MaximumBatchingWindowInSeconds = 0 } = properties
  if (BatchSize <= 10 || MaximumBatchingWindowInSeconds >= 1) return
  throw new StartError(`AWS would refuse ${where}: batches of ${BatchSize} need a batching window of a second or more.`)
}

type Polling = {
  mapping: Mapping
  call: Parameters<typeof awsJson>[0]
  url: string
  invoke: Invoke
  clock: Clock
  /** Polling dozens of queues by requests would keep the process busy. */
  isEmpty: () => boolean
  /** The batches in progress. */
  handling: Set<Promise<void>>
}

/** Receives a batch from the queue and starts processing it. Returns false if there was none. */
async function takeBatch(polling: Polling, log: (line: string) => void): Promise<boolean> {
  const { mapping, handling, isEmpty } = polling
  const batch: Message[] = []
  // SQS returns at most ten at a time. A batching window permits waiting for more, but does not require it.
  for (let remaining = mapping.properties.BatchSize ?? 10; remaining > 0 && !isEmpty(); remaining -= 10)
    batch.push(...(await receive(polling, Math.min(remaining, 10))))
  if (batch.length === 0) return false
  const batchPromise = handle(polling, batch)
    .catch((error: unknown) => log(error instanceof Error ? error.message : String(error)))
    .finally(() => handling.delete(batchPromise))
  handling.add(batchPromise)
  return true
}

async function receive({ call, url }: Polling, maxMessages: number): Promise<Message[]> {
  // Short polling: a message that arrives while a long poll is being aborted would stay invisible for a while.
  const { Messages = [] } = await awsJson<{ Messages?: Message[] }>(call, 'AmazonSQS.ReceiveMessage', {
    QueueUrl: url,
    MaxNumberOfMessages: maxMessages,
    WaitTimeSeconds: 0,
    MessageSystemAttributeNames: ['All'],
    MessageAttributeNames: ['All'],
  })
  return Messages
}

/** Passes a batch to the function and deletes the messages that it has handled, and those filtered out. */
async function handle(polling: Polling, messages: Message[]): Promise<void> {
  const { mapping, call, url, invoke, clock } = polling
  const source = { arn: mapping.sourceArn, region: call.region, aheadMs: Math.round(clock.now() - Date.now()) }
  const records = messages.map((message) => recordOf(message, source))
  const passingRecords = records.filter((record) => mapping.passes({ ...record, body: parsed(record.body) }))
  const failedIds = new Set(passingRecords.length > 0 ? await failures(mapping, passingRecords, invoke) : [])
  const handledRecords = records.filter(({ messageId }) => !failedIds.has(messageId))
  for (let first = 0; first < handledRecords.length; first += 10) {
    const batch = handledRecords.slice(first, first + 10)
    const Entries = batch.map(({ receiptHandle }, i) => ({ Id: String(i), ReceiptHandle: receiptHandle }))
    await awsJson(call, 'AmazonSQS.DeleteMessageBatch', { QueueUrl: url, Entries })
  }
}

/** The ids of the messages that the function has not handled. Its error has already been logged by its instance. */
async function failures({ lambda, reportsFailures }: Mapping, records: SqsRecord[], invoke: Invoke): Promise<string[]> {
  const all = records.map(({ messageId }) => messageId)
  try {
    const answer = await invoke(lambda, { Records: records })
    if (!reportsFailures) return []
    const reported = reportedFailures(answer)
    return reported?.every((id) => all.includes(id)) ? reported : all
  } catch {
    return all
  }
}
