import { watching } from '#infra/registry.ts'
import { sqs } from '../runtime/queues.ts'
import { dispatcher } from './dispatcher.ts'

/** QUEUES is the common beginning of the queues' addresses; each address ends in the name of its worker. */
const { QUEUES = '' } = process.env

export const handler = dispatcher({ watching, queueOf: (worker) => `${QUEUES}${worker}`, sqs })
