import { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { SQSRecord } from 'aws-lambda'
import { organizationIdIn } from '../table/organizationIdIn.ts'

/** The common prefix of the queues' URLs; each URL ends in the name of its worker. */
const { QUEUES = '' } = process.env
export const queueOf = (worker: string): string => `${QUEUES}${worker}`

/**
 * Calls SQS at the SDK's endpoint rather than at the queue's URL. Has timeouts, since by default the SDK would wait for a
 * response until Lambda ends the function.
 */
export const sqs = new SQSClient({
  useQueueUrlAsEndpoint: false,
  maxAttempts: 5,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
})

/** The longest delay of a message, in seconds. */
export const longestDelay = 900

/**
 * Sends a message to a worker's queue, to be delivered after that many seconds, 15 minutes at most. The message group is its
 * club: a fair queue prefers groups with fewer messages in flight, so that one club's backlog does not delay the others.
 */
export async function sendTo(worker: string, message: object, { seconds = 0 } = {}): Promise<void> {
  const DelaySeconds = Math.min(longestDelay, Math.max(0, Math.ceil(seconds)))
  const QueueUrl = queueOf(worker)
  const MessageGroupId = organizationIdIn(Object.values(message))
  const MessageBody = JSON.stringify(message)
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, DelaySeconds, MessageGroupId }))
}

/**
 * Seconds until a failed message is delivered again, by the number of its deliveries; after that the queue's visibility timeout
 * applies.
 */
const retryDelays = [5, 20, 40, 40, 40]

/** Redelivers a failed message before its queue's visibility timeout ends: most failures pass within seconds. */
export async function retrySoon({ eventSourceARN, receiptHandle, attributes }: SQSRecord): Promise<void> {
  const VisibilityTimeout = retryDelays[Number(attributes.ApproximateReceiveCount) - 1]
  const [, , , region, account, name] = eventSourceARN.split(':')
  if (VisibilityTimeout === undefined || name === undefined) return
  const QueueUrl = `https://sqs.${region}.amazonaws.com/${account}/${name}`
  await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle: receiptHandle, VisibilityTimeout }))
}
