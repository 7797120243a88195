import { awsJson } from '../../local/awsJson.ts'
import type { Cloud } from '../../local/cloud.ts'
import { subscribeToTableCalls, type TableCall } from '../../local/tableCalls.ts'
import { wholeTable } from './wholeTable.ts'
import {
  type Item,
  type Marshalled,
  placeOf,
  readCost,
  type SpentUnits,
  textOf,
  unmarshall,
  writeCost,
  writesOf,
} from './units.ts'

/** Units by partition key. */
export type ByKey = Map<string, { read: number; write: number }>
export type SpendingTracker = {
  /** Returns what was spent since the last call. */
  drain: () => Promise<ByKey>
  close: () => void
}

/**
 * Measures what functions spend at each partition key, independently of the product's own meter. Items are known from
 * an initial scan of the whole table and are read again after each write, so two writes of one item within that moment
 * are both counted with the later state.
 */
export async function trackSpending(cloud: Cloud): Promise<SpendingTracker> {
  const { assembly, adminClientConfig } = cloud
  const ask = <T>(operation: string, body: object) =>
    awsJson<T>(adminClientConfig, `DynamoDB_20120810.${operation}`, body)
  const [table] = assembly.ofType('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table')
  if (!table) throw new Error('The app has no table.')
  const TableName = assembly.physicalId(table)
  const knownItems = new Map<string, Item>()
  for (const item of await wholeTable(cloud)) knownItems.set(textOf(placeOf(item)), item)
  // Calls are counted in sequence.
  let pendingCount = Promise.resolve()
  const end = subscribeToTableCalls((call) => {
    pendingCount = pendingCount.then(() => count(call))
  })
  let unitsByKey: ByKey = new Map()
  const add = (all: SpentUnits[]) => {
    for (const { key, read, write } of all) {
      const before = unitsByKey.get(key) ?? { read: 0, write: 0 }
      unitsByKey.set(key, { read: before.read + read, write: before.write + write })
    }
  }
  async function count(call: TableCall) {
    add(readCost(call))
    const writes = writesOf(call)
    if (writes.length === 0) return
    const Keys = writes.map(({ place }) => ({ pk: { S: place.pk }, sk: { S: place.sk } }))
    const batchGet = { RequestItems: { [TableName]: { Keys, ConsistentRead: true } } }
    const { Responses } = await ask<{ Responses: Record<string, Marshalled[]> }>('BatchGetItem', batchGet)
    const currentItems = new Map(
      (Responses[TableName] ?? []).map(unmarshall).map((item) => [textOf(placeOf(item)), item]),
    )
    for (const each of writes) {
      const key = textOf(each.place)
      const after = currentItems.get(key)
      add(writeCost(each, knownItems.get(key), after))
      if (after) knownItems.set(key, after)
      else knownItems.delete(key)
    }
  }
  return {
    async drain() {
      await pendingCount
      const all = unitsByKey
      unitsByKey = new Map()
      return all
    },
    close: end,
  }
}
