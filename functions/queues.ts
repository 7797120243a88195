import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'

/** QUEUES is what the addresses of the queues begin with; each ends in the name of its worker. */
const { QUEUES = '' } = process.env
// A queue is called where the SDK finds SQS, not where its address says.
const sqs = new SQSClient({ useQueueUrlAsEndpoint: false })

/** The longest that a queue keeps a message back, in seconds. */
export const longestDelay = 900

/** Sends a message to a worker, which gets it after so many seconds, fifteen minutes at most. */
export async function sendTo(worker: string, message: object, { seconds = 0 } = {}): Promise<void> {
  const DelaySeconds = Math.min(longestDelay, Math.max(0, Math.ceil(seconds)))
  const QueueUrl = `${QUEUES}${worker}`
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message), DelaySeconds }))
}
