import { changeFilters } from '#infra/registry.ts'
import { queueOf, sqs } from '../runtime/queues.ts'
import { dispatcher } from './dispatcher.ts'

export const handler = dispatcher({ changeFilters, queueOf, sqs })
