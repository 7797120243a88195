import { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { SQSRecord } from 'aws-lambda'
import { clubNamedIn } from '../table/clubNamedIn.ts'

/** QUEUES is the common beginning of the queues' addresses; each address ends in the name of its worker. */
const { QUEUES = '' } = process.env
export const queueOf = (worker: string): string => `${QUEUES}${worker}`

/**
 * A queue is called where the SDK finds SQS, not where its address says. By itself the SDK would wait for an answer until Lambda
 * ends the function.
 */
export const sqs = new SQSClient({
  useQueueUrlAsEndpoint: false,
  maxAttempts: 5,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
})

/** The longest that a queue keeps a message back, in seconds. */
export const longestDelay = 900

/**
 * Sends a message to the queue of a worker, to be delivered after so many seconds, fifteen minutes at most. Its group is its club, and a
 * fair queue delivers first what is of groups with the fewest messages in flight: the backlog of one club delays no other.
 */
export async function sendTo(worker: string, message: object, { seconds = 0 } = {}): Promise<void> {
  const DelaySeconds = Math.min(longestDelay, Math.max(0, Math.ceil(seconds)))
  const QueueUrl = queueOf(worker)
  const MessageGroupId = clubNamedIn(Object.values(message))
  const MessageBody = JSON.stringify(message)
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, DelaySeconds, MessageGroupId }))
}

/** After how many seconds a message that failed is delivered again, by its number of deliveries so far; from then on as its queue is set. */
const retryDelays = [5, 20, 40, 40, 40]

/** Has a message that failed delivered again before its queue's visibility timeout is over: most failures pass within seconds. */
export async function retrySoon({ eventSourceARN, receiptHandle, attributes }: SQSRecord): Promise<void> {
  const VisibilityTimeout = retryDelays[Number(attributes.ApproximateReceiveCount) - 1]
  const [, , , region, account, name] = eventSourceARN.split(':')
  if (VisibilityTimeout === undefined || name === undefined) return
  const QueueUrl = `https://sqs.${region}.amazonaws.com/${account}/${name}`
  await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle: receiptHandle, VisibilityTimeout }))
}
