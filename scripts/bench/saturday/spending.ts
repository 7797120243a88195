import { awsJson } from '../../local/awsJson.ts'
import type { Cloud } from '../../local/cloud.ts'
import { hearTableCalls, type TableCall } from '../../local/tableCalls.ts'
import { wholeTable } from './wholeTable.ts'
import { type Item, type Marshalled, placeOf, plain, reading, type Spent, textOf, writing, writtenBy } from './units.ts'

/** Units by partition key. */
export type ByKey = Map<string, { read: number; write: number }>
export type Spending = {
  /** What was spent since the last call. */
  taken: () => Promise<ByKey>
  close: () => void
}

/**
 * Counts what functions spend at each partition key, independently of the product's own meter. Items are known from a scan of
 * the whole table; after each write they are read again, so that of two concurrent writes to one item both are counted by the
 * later state.
 */
export async function hearSpending(cloud: Cloud): Promise<Spending> {
  const { assembly, adminClientConfig } = cloud
  const ask = <T>(operation: string, body: object) =>
    awsJson<T>(adminClientConfig, `DynamoDB_20120810.${operation}`, body)
  const [table] = assembly.ofType('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table')
  if (!table) throw new Error('The app has no table.')
  const TableName = assembly.physicalId(table)
  const known = new Map<string, Item>()
  for (const item of await wholeTable(cloud)) known.set(textOf(placeOf(item)), item)
  // Each call is counted after the previous one.
  let counting = Promise.resolve()
  const end = hearTableCalls((call) => {
    counting = counting.then(() => count(call))
  })
  let spent: ByKey = new Map()
  const add = (all: Spent[]) => {
    for (const { key, read, write } of all) {
      const before = spent.get(key) ?? { read: 0, write: 0 }
      spent.set(key, { read: before.read + read, write: before.write + write })
    }
  }
  async function count(call: TableCall) {
    add(reading(call))
    const written = writtenBy(call)
    if (written.length === 0) return
    const Keys = written.map(({ place }) => ({ pk: { S: place.pk }, sk: { S: place.sk } }))
    const asked = { RequestItems: { [TableName]: { Keys, ConsistentRead: true } } }
    const { Responses } = await ask<{ Responses: Record<string, Marshalled[]> }>('BatchGetItem', asked)
    const now = new Map((Responses[TableName] ?? []).map(plain).map((item) => [textOf(placeOf(item)), item]))
    for (const each of written) {
      const key = textOf(each.place)
      const after = now.get(key)
      add(writing(each, known.get(key), after))
      if (after) known.set(key, after)
      else known.delete(key)
    }
  }
  return {
    async taken() {
      await counting
      const all = spent
      spent = new Map()
      return all
    },
    close: end,
  }
}
