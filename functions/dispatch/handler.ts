import { SQSClient } from '@aws-sdk/client-sqs'
import { watching } from '#infra/registry.ts'
import { dispatcher } from './dispatcher.ts'

/** QUEUES is what the addresses of the queues begin with; each ends in the name of its worker. */
const { QUEUES = '' } = process.env
// A queue is called where the SDK finds SQS, not where its address says.
const sqs = new SQSClient({ useQueueUrlAsEndpoint: false })

export const handler = dispatcher({ watching, queueOf: (worker) => `${QUEUES}${worker}`, sqs })
