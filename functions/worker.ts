import middy from '@middy/core'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { faultLine } from './runtime/faultLine.ts'
import { logTrace } from './runtime/logTrace.ts'
import { isTransient } from './runtime/transient.ts'
import { type Meter, metered } from './table/meter.ts'

/**
 * A change of an item in the table, as the dispatcher tells a worker of it: where the item lies, and nothing that stands in
 * it. What it says now, the worker reads.
 */
export type Change = {
  kind: string
  pk: string
  sk: string
  change: 'created' | 'changed' | 'removed'
  /** When it was written: an instant. */
  at: string
  /** Only where the worker watches for it: see `tells`. */
  told?: Told
}

/** The id in the address of a change, what stands behind its first word: `ORG#o1` is of `o1`. */
export const idIn = (key: string): string => key.slice(key.indexOf('#') + 1)

/** Who wrote, in whose place, when they said so, which state of the item it is, and what is another than before. */
export type Told = {
  by: string
  byFor?: string
  /** The club that the item names, where its address does not. */
  club?: string
  stamped: string
  version: number
  /** By attribute: what it was and is, as far as that may be told. */
  changed: Record<string, { before?: unknown; after?: unknown }>
}

/**
 * What a worker does with one message, which may come twice. `now` is when it first came, however late it comes again; `isFirst`:
 * it comes for the first time. Says in a word what became of it; an error leaves the message in the queue, which brings it
 * again, first in some seconds and then later each time.
 */
type Work<Message> = (message: Message, call: { now: string; isFirst: boolean }) => Promise<string>

type Result = { messageId: string; outcome: string; error?: unknown }
type Response = Result[] | SQSBatchResponse

/** One Lambda that works off a queue. Each message of a batch is for itself: those that failed come again, the others do not. */
export const worker = <Message = Change>(work: Work<Message>) =>
  middy<SQSEvent, Response>()
    .after((request) => {
      const results = (request.response ?? []) as Result[]
      const failed = results.filter(({ error }) => error !== undefined)
      for (const { error } of failed) if (!isTransient(error)) console.error(faultLine(request.context.functionVersion))
      request.response = { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) }
    })
    .handler(({ Records }) => Promise.all(Records.map((record) => metered((meter) => resultOf(record, work, meter)))))

async function resultOf<Message>(record: SQSRecord, work: Work<Message>, meter: Meter): Promise<Result> {
  const { messageId, body, attributes } = record
  const now = new Date(Number(attributes.ApproximateFirstReceiveTimestamp)).toISOString()
  const isFirst = Number(attributes.ApproximateReceiveCount) <= 1
  let message: { kind?: unknown; change?: unknown } = {}
  let result: Result
  try {
    message = JSON.parse(body)
    result = { messageId, outcome: await work(message as Message, { now, isFirst }) }
  } catch (error) {
    result = { messageId, outcome: 'failed', error }
    logTrace(error)
    // Loaded for that alone. Where it fails, too, the queue brings the message later.
    await import('./runtime/queues.ts').then(({ retrySoon }) => retrySoon(record)).catch(logTrace)
  }
  const { kind, change } = message
  // One line a message: what became of it and what it cost, and nothing about whom it is about.
  console.info(
    JSON.stringify({
      kind,
      change,
      outcome: result.outcome,
      tries: Number(attributes.ApproximateReceiveCount),
      ...meter,
    }),
  )
  return result
}
