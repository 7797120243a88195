import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import type { Kind } from '#functions/table/map.ts'

const table = DynamoDBDocumentClient.from(new DynamoDBClient({}))
/** All items of the table and its indexes that contain one of these words. */
export async function itemsWith(words: readonly string[]): Promise<{ kind: Kind; pk: string; sk: string }[]> {
  const items: { kind: Kind; pk: string; sk: string }[] = []
  for (const IndexName of [undefined, 'lsi1', 'gsi1', 'gsi2'])
    for await (const { Items = [] } of paginateScan(
      { client: table },
      { TableName: process.env['TABLE_NAME'], IndexName },
    ))
      for (const item of Items) {
        const text = JSON.stringify(item)
        if (words.some((word) => text.includes(word))) items.push(item as (typeof items)[number])
      }
  return items
}
