import { paginateScan } from '@aws-sdk/lib-dynamodb'
import { db, TableName } from '#functions/table/database.ts'

/** All items of the table, for files with a table of their own. */
export async function wholeTable(): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = []
  for await (const { Items = [] } of paginateScan({ client: db }, { TableName, ConsistentRead: true }))
    items.push(...Items)
  return items
}
