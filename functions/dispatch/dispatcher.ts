import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { logTrace } from '../runtime/logTrace.ts'
import type { ChangeFilter } from '../registry.ts'
import { chunks } from '../table/chunks.ts'
import type { Change } from '../worker.ts'
import { changeOf, clubOf, matchesFilter, hasMoved, detailsOf } from './change.ts'

type Dispatcher = {
  /** The filters of each worker, by its name. */
  changeFilters: Readonly<Record<string, readonly ChangeFilter[]>>
  queueOf: (worker: string) => string
  sqs: Pick<SQSClient, 'send'>
}
type Message = { worker: string; index: number; change: Change; club: string | undefined }

/**
 * The only reader of the table's stream: sends each change to the queue of every worker whose filters match it. So a worker that
 * fails or is slow delays no other one, and since queues are fair and the club is the message group, one club's backlog delays no
 * other club. If a queue does not accept a message, the stream redelivers the records from that one on, so workers may get a
 * message twice.
 */
export const dispatcher = ({ changeFilters, queueOf, sqs }: Dispatcher) =>
  middy<DynamoDBStreamEvent, DynamoDBBatchResponse>().handler(async ({ Records }) => {
    const messages = Records.flatMap((record, index) =>
      hasMoved(record) ? [] : messagesOf(record, index, changeFilters),
    )
    const byWorker = Object.entries(Object.groupBy(messages, ({ worker }) => worker))
    const refused = await Promise.all(
      byWorker
        .flatMap(([worker, all = []]) => chunks(all, maxBatch).map((batch) => ({ worker, some: batch })))
        .map(({ worker, some: batch }) => send(sqs, queueOf(worker), batch)),
    )
    const first = Records[Math.min(...refused.flat())]
    console.info(JSON.stringify({ records: Records.length, messages: messages.length, refused: refused.flat().length }))
    return { batchItemFailures: first ? [{ itemIdentifier: first.dynamodb?.SequenceNumber ?? '' }] : [] }
  })

const messagesOf = (record: DynamoDBRecord, index: number, changeFilters: Dispatcher['changeFilters']): Message[] =>
  Object.entries(changeFilters).flatMap(([worker, all]) => {
    const filter = all.find((each) => matchesFilter(record, each))
    if (!filter) return []
    const details = filter.tells && detailsOf(record, filter.tells, filter.stands)
    return [{ worker, index, change: { ...changeOf(record), ...(details && { told: details }) }, club: clubOf(record) }]
  })

/** The most messages that SQS takes in one batch. */
const maxBatch = 10

/** Sends messages to one queue. Returns the indexes in the stream's batch of those that it did not accept. */
async function send(sqs: Dispatcher['sqs'], QueueUrl: string, messages: Message[]): Promise<number[]> {
  const Entries = messages.map(({ change, club }, i) => ({
    Id: String(i),
    MessageBody: JSON.stringify(change),
    MessageGroupId: club,
  }))
  try {
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }))
    return Failed.map(({ Id }) => messages[Number(Id)]?.index ?? 0)
  } catch (error) {
    logTrace(error)
    return messages.map(({ index }) => index)
  }
}
