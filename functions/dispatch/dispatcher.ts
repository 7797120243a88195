import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { logTrace } from '../runtime/logTrace.ts'
import type { Watched } from '../registry.ts'
import { chunks } from '../table/chunks.ts'
import type { Change } from '../worker.ts'
import { changeOf, clubOf, concerns, hasMoved, toldOf } from './change.ts'

type Dispatcher = {
  /** The filters of each worker, by its name. */
  watching: Readonly<Record<string, readonly Watched[]>>
  queueOf: (worker: string) => string
  sqs: Pick<SQSClient, 'send'>
}
type Message = { worker: string; place: number; change: Change; club: string | undefined }

/**
 * The only reader of the table's stream: sends a message about each change to the queue of every worker whose filters match it. So a worker
 * that fails or is slow delays no other; and as queues are fair, with a club as a message's group, the backlog of one club delays no
 * other club. If a queue does not take a message, the stream delivers the records again from that one on: workers may get a message twice.
 */
export const dispatcher = ({ watching, queueOf, sqs }: Dispatcher) =>
  middy<DynamoDBStreamEvent, DynamoDBBatchResponse>().handler(async ({ Records }) => {
    const messages = Records.flatMap((record, place) => (hasMoved(record) ? [] : messagesOf(record, place, watching)))
    const byWorker = Object.entries(Object.groupBy(messages, ({ worker }) => worker))
    const refused = await Promise.all(
      byWorker
        .flatMap(([worker, all = []]) => chunks(all, most).map((some) => ({ worker, some })))
        .map(({ worker, some }) => send(sqs, queueOf(worker), some)),
    )
    const first = Records[Math.min(...refused.flat())]
    console.info(JSON.stringify({ records: Records.length, messages: messages.length, refused: refused.flat().length }))
    return { batchItemFailures: first ? [{ itemIdentifier: first.dynamodb?.SequenceNumber ?? '' }] : [] }
  })

const messagesOf = (record: DynamoDBRecord, place: number, watching: Dispatcher['watching']): Message[] =>
  Object.entries(watching).flatMap(([worker, all]) => {
    const watched = all.find((each) => concerns(record, each))
    if (!watched) return []
    const told = watched.tells && toldOf(record, watched.tells, watched.stands)
    return [{ worker, place, change: { ...changeOf(record), ...(told && { told }) }, club: clubOf(record) }]
  })

/** The most messages that SQS takes in one batch. */
const most = 10

/** Sends messages to one queue; gives the places, in the stream's batch, of those that it did not take. */
async function send(sqs: Dispatcher['sqs'], QueueUrl: string, messages: Message[]): Promise<number[]> {
  const Entries = messages.map(({ change, club }, i) => ({
    Id: String(i),
    MessageBody: JSON.stringify(change),
    MessageGroupId: club,
  }))
  try {
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }))
    return Failed.map(({ Id }) => messages[Number(Id)]?.place ?? 0)
  } catch (error) {
    logTrace(error)
    return messages.map(({ place }) => place)
  }
}
