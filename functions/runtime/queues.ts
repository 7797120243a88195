import { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { SQSRecord } from 'aws-lambda'
import { clubNamedIn } from '../table/clubNamedIn.ts'

/** QUEUES is what the addresses of the queues begin with; each ends in the name of its worker. */
const { QUEUES = '' } = process.env
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
 * Sends a message to a worker, which gets it after so many seconds, fifteen minutes at most. What one club has waiting there
 * holds up no other: SQS gives out first what is of clubs that have least under way.
 */
export async function sendTo(worker: string, message: object, { seconds = 0 } = {}): Promise<void> {
  const DelaySeconds = Math.min(longestDelay, Math.max(0, Math.ceil(seconds)))
  const QueueUrl = `${QUEUES}${worker}`
  const MessageGroupId = clubNamedIn(Object.values(message))
  const MessageBody = JSON.stringify(message)
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, DelaySeconds, MessageGroupId }))
}

/** After how many seconds a message that failed comes again, at first: with what follows from it, within a minute. Later as the queue has it. */
const soon = [5, 20, 40, 40, 40]

/** Has a message that failed come again before its queue would bring it: most of what fails passes within seconds. */
export async function comesAgainSoon({ eventSourceARN, receiptHandle, attributes }: SQSRecord): Promise<void> {
  const VisibilityTimeout = soon[Number(attributes.ApproximateReceiveCount) - 1]
  const [, , , region, account, name] = eventSourceARN.split(':')
  if (VisibilityTimeout === undefined || name === undefined) return
  const QueueUrl = `https://sqs.${region}.amazonaws.com/${account}/${name}`
  await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle: receiptHandle, VisibilityTimeout }))
}
