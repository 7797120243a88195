import { describeResource, rejectUnknownProperties } from '../../resourceProperties.ts'
import { StartError } from '../../startError.ts'
import type { Assembly, Resource } from '../../types.ts'
import { AwsError, awsJson } from '../../awsJson.ts'
import { queueType } from '../lambda/mappings.ts'
import { type SqsServer, startSqsServer } from './sqsServer.ts'

export type QueueServer = {
  /** Creates the app's queues and returns the SQS endpoint; undefined for an app without queues. */
  serve: (assembly: Assembly) => Promise<string | undefined>
  /** Whether the queue at this URL has a message to receive now: a local check for frequent polling, without a request. */
  hasMessages: (url: string) => boolean
  close: () => Promise<void>
}

/** The SQS stand-in, with its messages stored in `dir`. It starts when an app with queues is served. */
export function openQueues(dir: string): QueueServer {
  let server: Promise<SqsServer> | undefined
  let startedServer: SqsServer | undefined
  return {
    async serve(assembly) {
      if (assembly.ofType(queueType).length === 0) return undefined
      server ??= startSqsServer(dir)
      startedServer = await server
      const { endpoint } = startedServer
      for (const queue of assembly.ofType(queueType)) await createQueue(assembly, queue, endpoint)
      return endpoint
    },
    hasMessages: (url) => startedServer?.hasMessages(url) ?? false,
    close: async () => (await server)?.close(),
  }
}

/** The queue properties that are attributes in the API. */
const attributes = [
  'ContentBasedDeduplication',
  'DeduplicationScope',
  'DelaySeconds',
  'FifoQueue',
  'FifoThroughputLimit',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'ReceiveMessageWaitTimeSeconds',
  'RedriveAllowPolicy',
  'RedrivePolicy',
  'VisibilityTimeout',
]
const withoutEffect = ['KmsDataKeyReusePeriodSeconds', 'KmsMasterKeyId', 'QueueName', 'SqsManagedSseEnabled', 'Tags']

async function createQueue(assembly: Assembly, queue: Resource, endpoint: string): Promise<void> {
  const call = { endpoint, region: assembly.region }
  const QueueName = queueName(assembly, queue)
  const Attributes = attributesOf(assembly, queue)
  try {
    await awsJson(call, 'AmazonSQS.CreateQueue', { QueueName, Attributes })
  } catch (error) {
    // The queue exists already, with other attributes.
    if (!(error instanceof AwsError) || error.code !== 'QueueNameExists') throw error
    await awsJson(call, 'AmazonSQS.SetQueueAttributes', { QueueUrl: urlOf(endpoint, QueueName), Attributes })
  }
}

function attributesOf(assembly: Assembly, queue: Resource): Record<string, string> {
  const properties = assembly.resolve<Record<string, unknown>>(queue.stack, queue.properties)
  rejectUnknownProperties(properties, [...attributes, ...withoutEffect], describeResource(queue))
  const { RedrivePolicy, ...otherProperties } = properties
  const entries = Object.entries(otherProperties).filter(([name]) => attributes.includes(name))
  const texts = entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
  if (!RedrivePolicy) return Object.fromEntries(texts)
  const redrive = RedrivePolicy as { deadLetterTargetArn: string; maxReceiveCount: number }
  const name = redrive.deadLetterTargetArn.split(':').at(-1)
  const deadLetterTargetArn = `arn:aws:sqs:${assembly.region}:${account}:${name}`
  return { ...Object.fromEntries(texts), RedrivePolicy: JSON.stringify({ ...redrive, deadLetterTargetArn }) }
}

// fauxqs has a single account, whatever the app's is, and identifies a queue by the end of its URL.
const account = '000000000000'
const urlOf = (endpoint: string, name: string): string => `${endpoint}/${account}/${name}`
const queueName = (assembly: Assembly, queue: Resource): string => assembly.arn(queue).split(':').at(-1) ?? ''

/** The URL of one of the app's queues at the stand-in itself. */
export const queueUrl = (assembly: Assembly, queue: Resource, endpoint: string): string =>
  urlOf(endpoint, queueName(assembly, queue))

/** Sends to one of the app's queues by its ARN. */
export async function sendToQueue(
  assembly: Assembly,
  endpoint: string | undefined,
  queueArn: string,
  body: string,
): Promise<void> {
  const queue = assembly.byArn(queueArn)
  if (queue?.type !== queueType || !endpoint) throw new StartError(`${queueArn} is no queue of the app.`)
  const call = { endpoint, region: assembly.region }
  await awsJson(call, 'AmazonSQS.SendMessage', { QueueUrl: queueUrl(assembly, queue, endpoint), MessageBody: body })
}
