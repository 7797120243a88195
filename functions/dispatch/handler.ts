import { watching } from '#infra/registry.ts'
import { sqs } from '../runtime/queues.ts'
import { dispatcher } from './dispatcher.ts'

/** QUEUES is what the addresses of the queues begin with; each ends in the name of its worker. */
const { QUEUES = '' } = process.env

export const handler = dispatcher({ watching, queueOf: (worker) => `${QUEUES}${worker}`, sqs })
