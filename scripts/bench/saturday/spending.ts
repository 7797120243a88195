import { awsJson } from '../../local/awsJson.ts'
import type { Cloud } from '../../local/cloud.ts'
import { subscribeToTableCalls, type TableCall } from '../../local/tableCalls.ts'
import { wholeTable } from './wholeTable.ts'
import {
  type Item,
  type Marshalled,
  placeOf,
  readCost,
  type Spent,
  textOf,
  unmarshall,
  writeCost,
  writesOf,
} from './units.ts'

/** Units by partition key. */
export type ByKey = Map<string, { read: number; write: number }>
export type Spending = {
  /** Returns what was spent since the last call. */
  drain: () => Promise<ByKey>
  close: () => void
}

/**
 * Measures what functions spend at each partition key, independently of the product's own meter. Items are known from
 * an initial scan of the whole table and are read again after each write, so two writes of one item within that moment
 * are both counted with the later state.
 */
export async function trackSpending(cloud: Cloud): Promise<Spending> {
  const { assembly, adminClientConfig } = cloud
  const ask = <T>(operation: string, body: object) =>
    awsJson<T>(adminClientConfig, `DynamoDB_20120810.${operation}`, body)
  const [table] = assembly.ofType('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table')
  if (!table) throw new Error('The app has no table.')
  const TableName = assembly.physicalId(table)
  const known = new Map<string, Item>()
  for (const item of await wholeTable(cloud)) known.set(textOf(placeOf(item)), item)
  // Calls are counted in sequence.
  let counting = Promise.resolve()
  const end = subscribeToTableCalls((call) => {
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
    add(readCost(call))
    const written = writesOf(call)
    if (written.length === 0) return
    const Keys = written.map(({ place }) => ({ pk: { S: place.pk }, sk: { S: place.sk } }))
    const asked = { RequestItems: { [TableName]: { Keys, ConsistentRead: true } } }
    const { Responses } = await ask<{ Responses: Record<string, Marshalled[]> }>('BatchGetItem', asked)
    const now = new Map((Responses[TableName] ?? []).map(unmarshall).map((item) => [textOf(placeOf(item)), item]))
    for (const each of written) {
      const key = textOf(each.place)
      const after = now.get(key)
      add(writeCost(each, known.get(key), after))
      if (after) known.set(key, after)
      else known.delete(key)
    }
  }
  return {
    async drain() {
      await counting
      const all = spent
      spent = new Map()
      return all
    },
    close: end,
  }
}
