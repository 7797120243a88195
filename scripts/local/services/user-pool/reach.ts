import type { Clock, Invoke, Mail, Resource } from '../../types.ts'
import { CognitoError, notAuthorized, sessionOver, userNotFound } from './errors.ts'
import { type Keys, unseal } from './keys.ts'
import type { ClientSettings, PoolSettings } from './settings.ts'
import type { Store, User } from './store.ts'

/** Everything an operation can reach. */
export type Service = {
  pools: ReadonlyMap<string, Pool>
  clients: ReadonlyMap<string, Client>
  clock: Clock
  sendMail: (mail: Mail) => Promise<unknown>
  invoke: Invoke
  issuer: (poolId: string) => string
}

export type Pool = {
  id: string
  settings: PoolSettings
  store: Store
  keys: Keys
  triggers: Partial<Record<TriggerName, Resource>>
}

type TriggerName = 'PostConfirmation'

export type Client = { id: string; pool: Pool; settings: ClientSettings }

export function requireClient(service: Service, id: string): Client {
  const client = service.clients.get(id)
  if (!client) throw new CognitoError('ResourceNotFoundException', `User pool client ${id} does not exist.`)
  return client
}

export function requirePool(service: Service, id: string): Pool {
  const pool = service.pools.get(id)
  if (!pool) throw new CognitoError('ResourceNotFoundException', `User pool ${id} does not exist.`)
  return pool
}

/** For administrators, who may know who is there. */
export function requireUser(pool: Pool, name: string): User {
  const user = pool.store.find(name)
  if (!user) throw userNotFound()
  return user
}

/** For sign-in: a client that hides who exists gives a stranger the answer of a wrong password. */
export const unknownAtSignIn = (client: Client) => (client.settings.hidesWhoExists ? notAuthorized() : userNotFound())

/**
 * Whom a sign-in that is half done waits for, by what was sealed for that step as its session. `holds`: what else has to be so
 * still, of them and of what was sealed; otherwise it is over.
 */
export function waitingIn<Waiting extends { sub: string; until: number }>(
  { clock }: Service,
  { store, keys }: Pool,
  { step, session = '' }: { step: string; session: string | undefined },
  holds: (waiting: Waiting, user: User) => boolean,
): { waiting: Waiting; user: User } {
  const waiting = unseal<Waiting>(keys, step, session)
  const user = waiting && store.find(waiting.sub)
  if (!user || clock.now() >= waiting.until || !holds(waiting, user)) throw sessionOver()
  return { waiting, user }
}
