import type { AttributeValue, DynamoDBRecord } from 'aws-lambda'
import type { Watched } from '../registry.ts'
import type { Change } from '../worker.ts'

const changes = { INSERT: 'created', MODIFY: 'changed', REMOVE: 'removed' } as const

/** What a worker is told of a record of the table's stream. */
export function changeOf({ eventName = 'MODIFY', dynamodb = {} }: DynamoDBRecord): Change {
  const { Keys = {}, NewImage, OldImage, ApproximateCreationDateTime = 0 } = dynamodb
  return {
    kind: textOf((NewImage ?? OldImage)?.['kind']),
    pk: textOf(Keys['pk']),
    sk: textOf(Keys['sk']),
    change: changes[eventName],
    at: new Date(ApproximateCreationDateTime * 1000).toISOString(),
  }
}

/** True when the record is one of those that are watched. */
export function concerns(record: DynamoDBRecord, { kind, change, where, attributes }: Watched): boolean {
  const { NewImage: now, OldImage: before } = record.dynamodb ?? {}
  const told = changeOf(record)
  return (
    told.kind === kind &&
    (!change || change.includes(told.change)) &&
    (!where || textOf(now?.[where.attribute]) === where.value) &&
    (!attributes || told.change !== 'changed' || attributes.some((name) => differ(now?.[name], before?.[name])))
  )
}

const textOf = (value: AttributeValue | undefined): string => value?.S ?? ''
const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)
