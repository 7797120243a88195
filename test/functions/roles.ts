import { AsyncLocalStorage } from 'node:async_hooks'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Partition } from '#functions/registry.ts'
import { triggeredBy, registry } from '#infra/registry.ts'
import { externalCall } from './simulatedProcess.ts'
import { recordKeys, recordOwnClubs, recordWrites } from './tenants.ts'

type Role = {
  name: string
  read: readonly Partition[]
  write: readonly Partition[]
  indexes: readonly string[]
}
const actingRole = new AsyncLocalStorage<Role>()

/**
 * Runs a call in the role of the function that serves an area: calls that its record does not allow are denied, as by its IAM
 * role.
 */
export function inRoleOf<T>(area: string, work: () => Promise<T>): Promise<T> {
  const [name, record] = triggeredBy('api').find(([, { on }]) => on.api === area) ?? []
  return name && record ? actingRole.run({ name, ...record.may, indexes: record.indexes ?? [] }, work) : work()
}

/** Like `inRoleOf`, for a function by name. */
export function inRoleNamed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const record = registry[name]
  if (!record) throw new Error(`There is no function ${name}.`)
  return actingRole.run({ name, ...record.may, indexes: record.indexes ?? [] }, work)
}

/** Like `inRoleOf`, for a worker or scheduled function, found by its handler. */
export async function inRoleOfWorker<T>(handler: unknown, work: () => Promise<T>): Promise<T> {
  for (const [name, { entry, may, indexes = [] }] of [
    ...triggeredBy('stream'),
    ...triggeredBy('queue'),
    ...triggeredBy('schedule'),
  ]) {
    const loaded = (await import(/* @vite-ignore */ `../../${entry}`)) as { handler: unknown }
    if (loaded.handler === handler) return actingRole.run({ name, ...may, indexes }, work)
  }
  return work()
}

/** Runs the work of others, which is not restricted to this function's role. */
export const inNoRole = <T>(work: () => T): T => actingRole.exit(work)

type Place = { pk: string }
type Part = { Put?: { Item: Place } } & { [K in 'Update' | 'Delete' | 'ConditionCheck']?: { Key: Place } }
type Input = {
  Key?: Place
  RequestItems?: Record<string, { Keys: Place[] }>
  TransactItems?: Part[]
  IndexName?: string
  ExpressionAttributeValues?: Record<string, string>
}
type Command = { constructor: { name: string }; input: Input }

/** Partitions that a command reads and writes; global indexes are allowed separately. */
function askedBy({ constructor: { name }, input }: Command): { read: string[]; write: string[] } {
  const { Key, RequestItems = {}, TransactItems = [], IndexName = '', ExpressionAttributeValues } = input
  const keys = Key ? [Key.pk] : []
  if (name === 'UpdateCommand') return { read: [], write: keys }
  const batch = Object.values(RequestItems).flatMap(({ Keys }) => Keys.map(({ pk }) => pk))
  const range = name === 'QueryCommand' && !IndexName.startsWith('gsi') ? [ExpressionAttributeValues?.[':p'] ?? ''] : []
  const changedPlaces = TransactItems.flatMap(({ Put, Update, Delete }) => Put?.Item ?? (Update ?? Delete)?.Key ?? [])
  const checked = TransactItems.flatMap(({ ConditionCheck }) => ConditionCheck?.Key ?? [])
  return {
    read: [...keys, ...batch, ...range, ...checked.map(({ pk }) => pk)],
    write: changedPlaces.map(({ pk }) => pk),
  }
}

let isWatching = false
/** From now on the table checks the caller's role. Test files share a process, so this applies once. */
export function watchRoles(): void {
  if (isWatching) return
  isWatching = true
  const client = DynamoDBDocumentClient.prototype
  const send = client.send as unknown as (this: DynamoDBDocumentClient, command: Command) => Promise<unknown>
  async function checkedSend(this: DynamoDBDocumentClient, command: Command) {
    const role = actingRole.getStore()
    const { IndexName, ExpressionAttributeValues } = command.input
    const neededRights = askedBy(command)
    recordKeys([
      ...neededRights.read,
      ...neededRights.write,
      ...(IndexName?.startsWith('gsi') ? [ExpressionAttributeValues?.[':p'] ?? ''] : []),
    ])
    if (role && IndexName !== undefined && !role.indexes.includes(IndexName))
      throw new Error(`The function ${role.name} may not query ${IndexName}.`)
    for (const action of role ? (['read', 'write'] as const) : [])
      for (const partition of new Set(neededRights[action].map((pk) => pk.slice(0, pk.indexOf('#')))))
        if (!role?.[action].some((each) => each === partition))
          throw new Error(`The function ${role?.name} may not ${action} ${partition}#.`)
    recordWrites(neededRights.write)
    const answer = (await externalCall(() => send.call(this, command), neededRights.write.length > 0)) as {
      Items?: Partial<Place>[]
      Item?: unknown
    }
    // Partitions of the query results: an index may return items of any club.
    recordKeys((answer.Items ?? []).flatMap(({ pk }) => pk ?? []))
    const { Key } = command.input
    recordOwnClubs(Key?.pk ?? ExpressionAttributeValues?.[':p'], answer.Items ?? answer.Item)
    return answer
  }
  client.send = checkedSend as never
}
