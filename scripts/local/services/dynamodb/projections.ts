import type { GlobalSecondaryIndex } from '@aws-sdk/client-dynamodb'
import type { JsonBody } from '../../gate/needs.ts'
import type { Assembly } from '../../types.ts'
import { tableTypes } from '../lambda/mappings.ts'

/**
 * DynamoDB Local reads the description of a table anew for every item that it touches, and most of that is the
 * attribute names that indexes include: without them a write takes a third less time. So such an index is created with
 * whole items, and the attributes that it should not contain are removed from responses.
 */
export const withAllAttributes = (indexes: readonly GlobalSecondaryIndex[] = []): GlobalSecondaryIndex[] =>
  indexes.map((index) => (isPartialProjection(index) ? { ...index, Projection: { ProjectionType: 'ALL' } } : index))

const isPartialProjection = ({ Projection }: GlobalSecondaryIndex): boolean => Projection?.ProjectionType === 'INCLUDE'

/** Which attributes an index contains; undefined for a table, and for an index with all attributes. */
export type ProjectedAttributes = (table: unknown, index: unknown) => ReadonlySet<string> | undefined

type Properties = { KeySchema?: { AttributeName: string }[]; GlobalSecondaryIndexes?: GlobalSecondaryIndex[] }

export function projectedAttributesIn(assembly: Assembly): ProjectedAttributes {
  const projected = new Map<string, ReadonlySet<string>>()
  for (const table of assembly.ofType(...tableTypes)) {
    const { KeySchema = [], GlobalSecondaryIndexes = [] } = assembly.resolve<Properties>(table.stack, table.properties)
    for (const { IndexName, KeySchema: indexKeys = [], Projection } of GlobalSecondaryIndexes.filter(
      isPartialProjection,
    )) {
      const keys = [...KeySchema, ...indexKeys].map(({ AttributeName = '' }) => AttributeName)
      const names = new Set([...keys, ...(Projection?.NonKeyAttributes ?? [])])
      for (const name of [assembly.physicalId(table), assembly.arn(table)]) projected.set(`${name} ${IndexName}`, names)
    }
  }
  return (table, index) => projected.get(`${String(table)} ${String(index)}`)
}

/** A response reduced to the attributes that the index contains. */
export const projectResponse = <Answer extends object>(answer: Answer, projectedNames: ReadonlySet<string>): Answer =>
  'Items' in answer && Array.isArray(answer.Items)
    ? { ...answer, Items: (answer.Items as object[]).map((item) => part(item, projectedNames)) }
    : answer

const part = (item: object, projectedNames: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(item).filter(([name]) => projectedNames.has(name)))

/** Whether the request depends on attributes that the index may not contain. */
export const mayReadOtherAttributes = ({ FilterExpression, ProjectionExpression, Select }: JsonBody): boolean =>
  FilterExpression !== undefined || ProjectionExpression !== undefined || Select !== undefined
