import type { AttributeDefinition, KeySchemaElement, Projection } from '@aws-sdk/client-dynamodb'

type Index = { IndexName?: string; KeySchema?: KeySchemaElement[]; Projection?: Projection }

/** A table's shape, as in a template and in DescribeTable. */
export type Shape = {
  AttributeDefinitions?: AttributeDefinition[]
  KeySchema?: KeySchemaElement[]
  LocalSecondaryIndexes?: Index[]
  GlobalSecondaryIndexes?: Index[]
}

/** How an existing table differs from the wanted one, as sentence endings: `lacks the index byTime`. */
export function differences(existing: Shape, wanted: Shape): string[] {
  const differing: string[] = []
  if (keyOf(existing, existing.KeySchema) !== keyOf(wanted, wanted.KeySchema)) {
    differing.push(`has the key ${keyOf(existing, existing.KeySchema)} and not ${keyOf(wanted, wanted.KeySchema)}`)
  }
  const [existingIndexes, wantedIndexes] = [indexesOf(existing), indexesOf(wanted)]
  for (const [name, index] of wantedIndexes) {
    if (!existingIndexes.has(name)) differing.push(`lacks the index ${name}`)
    else if (existingIndexes.get(name) !== index)
      differing.push(`has the index ${name} with ${existingIndexes.get(name)} and not with ${index}`)
  }
  for (const name of existingIndexes.keys())
    if (!wantedIndexes.has(name)) differing.push(`has the index ${name}, which the app has no more`)
  return differing
}

const indexesOf = (shape: Shape): Map<string, string> =>
  new Map(
    [
      ...(shape.LocalSecondaryIndexes ?? []).map((index) => ['local', index] as const),
      ...(shape.GlobalSecondaryIndexes ?? []).map((index) => ['global', index] as const),
    ].map(([kind, { IndexName = '', KeySchema, Projection }]) => [
      IndexName,
      `${kind} key ${keyOf(shape, KeySchema)}, ${projected(Projection)}`,
    ]),
  )

function keyOf({ AttributeDefinitions = [] }: Shape, schema: KeySchemaElement[] = []): string {
  const typeOf = (name?: string) =>
    AttributeDefinitions.find(({ AttributeName }) => AttributeName === name)?.AttributeType
  const parts = schema.map(
    ({ AttributeName, KeyType }) => `${KeyType === 'HASH' ? '' : '+ '}${AttributeName} (${typeOf(AttributeName)})`,
  )
  return parts.join(' ')
}

function projected({ ProjectionType = 'ALL', NonKeyAttributes = [] }: Projection = {}): string {
  return `projecting ${[ProjectionType, ...NonKeyAttributes.toSorted()].join(' ')}`
}
