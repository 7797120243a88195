import middy from '@middy/core'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { faultLine } from './runtime/faultLine.ts'
import { logTrace } from './runtime/logTrace.ts'
import { isTransient } from './runtime/transient.ts'
import { type Meter, runMetered } from './table/meter.ts'

/**
 * The message of the dispatcher to a worker about a change in the table. It has the key of the item and not its attributes: the worker
 * reads the item as it is now.
 */
export type Change = {
  kind: string
  pk: string
  sk: string
  change: 'created' | 'changed' | 'removed'
  /** The instant of the change. */
  at: string
  /** Only for a change filter with `tells`. */
  told?: ChangeDetails
}

/** The id in a table key, after the first `#`: `o1` in `ORG#o1`. */
export const idIn = (key: string): string => key.slice(key.indexOf('#') + 1)

/** The details of a change: the item's stamp and version, and the attributes that differ. */
export type ChangeDetails = {
  by: string
  byFor?: string
  /** The club in an attribute of the item, where its key has none. */
  club?: string
  stamped: string
  version: number
  /** By attribute: its values before and after, if the attribute is listed in `tells`; otherwise an empty object. */
  changed: Record<string, { before?: unknown; after?: unknown }>
  /** What the item has as before, of the attributes listed in `stands`. */
  stands?: Record<string, unknown>
}

/**
 * Handles one message, which may be delivered more than once. `now` is the instant of the first delivery, also in later ones; `isFirst` is
 * true in the first. Gives the outcome in a word, for the log. If it throws, the message stays in the queue and is delivered again, first
 * after some seconds and then later each time.
 */
type Work<Message> = (message: Message, call: { now: string; isFirst: boolean }) => Promise<string>

type Result = { messageId: string; outcome: string; error?: unknown }
type Response = Result[] | SQSBatchResponse

/** The Lambda handler of a worker with a queue. The messages of a batch are independent: only those that fail are delivered again. */
export const worker = <Message = Change>(work: Work<Message>) =>
  middy<SQSEvent, Response>()
    .after((request) => {
      const results = (request.response ?? []) as Result[]
      const failed = results.filter(({ error }) => error !== undefined)
      for (const { error } of failed) if (!isTransient(error)) console.error(faultLine(request.context.functionVersion))
      request.response = { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) }
    })
    .handler(({ Records }) =>
      Promise.all(Records.map((record) => runMetered((meter) => resultOf(record, work, meter)))),
    )

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
    // Imported only here, since most invocations need no SQS client. If this fails as well, the queue redelivers the message
    // later.
    await import('./runtime/queues.ts').then(({ retrySoon }) => retrySoon(record)).catch(logTrace)
  }
  const { kind, change } = message
  // One line per message: its outcome and cost, and no personal data.
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
