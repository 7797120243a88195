import { join } from 'node:path'
import type { Clock, Handle, Invoke, Mail, Resource } from '../../types.ts'
import { jwksOf, keysIn } from './keys.ts'
import { operations } from './operations.ts'
import type { Pool, Service } from './context.ts'
import { clientSettings, poolSettings } from './settings.ts'
import { type Store, openStore } from './store.ts'
import { handler } from './wire.ts'

export type UserPoolOptions = {
  /** Where users, groups and keys are stored, in a folder per pool. */
  dir: string
  /** With the resolved properties of `AWS::Cognito::UserPool`, the names of its groups, and its functions by trigger. */
  pools: {
    id: string
    properties: Record<string, unknown>
    groups: string[]
    triggers: Partial<Record<string, Resource>>
  }[]
  /** With the resolved properties of `AWS::Cognito::UserPoolClient`. */
  clients: { id: string; poolId: string; properties: Record<string, unknown> }[]
  clock: Clock
  sendMail: (mail: Mail) => Promise<unknown>
  invoke: Invoke
  /** The `iss` claim of a pool's tokens. */
  issuer: (poolId: string) => string
  /** Stores that are already open, by pool: a folder may only have one writer. */
  stores?: Map<string, Store>
}

export type UserPools = {
  handle: Handle
  /** The public keys of a pool, as its issuer would publish them. */
  jwks(poolId: string): ReturnType<typeof jwksOf>
  close(): Promise<void>
}

/**
 * The user pools of the assembly, with Cognito's own API. Rejects with a sentence when a template needs something that
 * is not supported.
 */
export async function startUserPools(options: UserPoolOptions): Promise<UserPools> {
  const { stores = new Map<string, Store>() } = options
  const pools = new Map<string, Pool>()
  for (const { id, properties, groups, triggers } of options.pools) {
    const { PostConfirmation, ...otherTriggers } = triggers
    const unknownTriggers = Object.keys(otherTriggers).filter((name) => otherTriggers[name] !== undefined)
    if (unknownTriggers.length) {
      throw new Error(
        `The user pool ${id} has the trigger ${unknownTriggers.join(', ')}, which the local cloud does not do.`,
      )
    }
    const dir = join(options.dir, id)
    const store = stores.get(id) ?? openStore(dir)
    stores.set(id, store)
    for (const name of groups) {
      if (!store.groups().some((group) => group.name === name)) {
        store.saveGroup({ name, createdAt: options.clock.now() })
      }
    }
    pools.set(id, {
      id,
      settings: poolSettings(id, properties),
      store,
      keys: keysIn(dir),
      triggers: PostConfirmation ? { PostConfirmation } : {},
    })
  }
  const clients = new Map(
    options.clients.map(({ id, poolId, properties }) => {
      const pool = pools.get(poolId)
      if (!pool) throw new Error(`The user pool client ${id} belongs to the pool ${poolId}, which is not there.`)
      return [id, { id, pool, settings: clientSettings(id, properties) }]
    }),
  )
  const { clock, invoke, issuer, sendMail } = options
  const service: Service = { pools, clients, clock, invoke, issuer, sendMail }
  const { handle, idle } = handler(service, operations)
  return {
    handle,
    jwks(poolId) {
      const pool = pools.get(poolId)
      if (!pool) throw new Error(`There is no user pool ${poolId}.`)
      return jwksOf(pool.keys)
    },
    close: idle,
  }
}
