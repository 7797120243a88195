import { type AttributeValue, BatchWriteItemCommand, DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import { chunks } from '#functions/table/chunks.ts'
import { TableName } from '#functions/table/database.ts'
import { itemOf, type Stamp, type Write } from '#functions/table/writes.ts'
import { keysTouchedBy, recordKeys } from './tenants.ts'
import { askUnsigned } from './unsigned.ts'

/** Items per batch write. */
const maxInBatch = 25
type Item = Record<string, AttributeValue>
/** A separate client from the product's, which checks the role of the caller. */
const client = new DynamoDBClient({})
askUnsigned(client)

/** What `make` builds through the product itself, plus all items that contain its `mark`. */
export async function itemsOf<Made>(make: () => Promise<Made>, mark: (made: Made) => string) {
  const { value, keys } = await keysTouchedBy(make)
  const ranges = [...new Set(keys)].map(async (pk) => {
    const KeyConditionExpression = 'pk = :p'
    const ExpressionAttributeValues = { ':p': { S: pk } }
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({ TableName, KeyConditionExpression, ExpressionAttributeValues, ConsistentRead: true }),
    )
    if (LastEvaluatedKey) throw new Error(`${pk} has more than one page.`)
    return Items
  })
  const items = (await Promise.all(ranges)).flat().filter((item) => JSON.stringify(item).includes(mark(value)))
  return { made: value, items }
}

/** Replaces words in all strings of a value. */
export function replaceWords<Value>(value: Value, replacements: ReadonlyMap<string, string>): Value {
  const text = JSON.stringify(value)
  return JSON.parse([...replacements].reduce((result, [word, other]) => result.replaceAll(word, other), text)) as Value
}

/** Writes items in parallel, overwriting any that exist. */
export async function putAll(items: readonly Item[]): Promise<void> {
  recordKeys(items.map(({ pk }) => pk?.S ?? ''))
  const batches = chunks(items, maxInBatch).map(async (part) => {
    const { UnprocessedItems = {} } = await client.send(
      new BatchWriteItemCommand({ RequestItems: { [TableName]: part.map((Item) => ({ PutRequest: { Item } })) } }),
    )
    if (Object.keys(UnprocessedItems).length > 0) throw new Error('Not all items were written.')
  })
  await Promise.all(batches)
}

/** Writes hundreds of new rows at once as the product would build them, overwriting any that exist. */
export const putIn = (stamp: Stamp, creates: readonly Write[]): Promise<void> =>
  putAll(creates.map((each) => marshall(itemOf(each, stamp, TableName).Put?.Item, { removeUndefinedValues: true })))
