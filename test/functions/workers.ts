import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { inRoleOfWorker } from './roles.ts'
import type { Change, worker } from '#functions/worker.ts'

/** The key of the item that a worker is notified about. */
export type ChangedItem = Pick<Change, 'pk' | 'sk'> & Partial<Change>

/** Messages as Lambda delivers them from a queue, received at `now`. */
export const sqsEvent = (messages: readonly object[], now = '2026-11-21T18:00:00Z', tries = 1): SQSEvent => ({
  Records: messages.map((message, place) => ({
    messageId: `message ${place}`,
    receiptHandle: '',
    body: JSON.stringify(message),
    attributes: {
      ApproximateReceiveCount: String(tries),
      SentTimestamp: String(Date.parse(now)),
      SenderId: '',
      ApproximateFirstReceiveTimestamp: String(Date.parse(now)),
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: '',
    awsRegion: 'us-east-1',
  })),
})

/**
 * Delivers one message to a worker, first received at `now`, on its `tries`-th attempt. Throws if the worker leaves it in the
 * queue.
 */
export async function deliverTo(
  handler: ReturnType<typeof worker>,
  change: ChangedItem,
  now?: string,
  { tries = 1 } = {},
): Promise<void> {
  const event = sqsEvent([{ kind: '', change: 'changed', at: now, ...change }], now, tries)
  const work = () => handler(event, {} as never) as Promise<SQSBatchResponse>
  const { batchItemFailures } = await inRoleOfWorker(handler, work)
  if (batchItemFailures.length > 0) throw new Error('The message was left in the queue.')
}

/** Runs a scheduled function in its own role. */
export const runScheduled = (handler: (event: { time: string }) => Promise<unknown>, time: string): Promise<unknown> =>
  inRoleOfWorker(handler, () => handler({ time }))
