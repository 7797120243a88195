import type { Clock, Invoke, Mail, Resource } from '../../types.ts'
import { CognitoError, notAuthorized, sessionOver, userNotFound } from './errors.ts'
import { type Keys, unseal } from './keys.ts'
import type { ClientSettings, PoolSettings } from './settings.ts'
import type { Store, User } from './store.ts'

/** What an operation has access to. */
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

/** For administrators, who may know which users exist. */
export function requireUser(pool: Pool, name: string): User {
  const user = pool.store.find(name)
  if (!user) throw userNotFound()
  return user
}

/** For sign-in: a client that hides who exists responds to an unknown person as to a wrong password. */
export const unknownAtSignIn = (client: Client) => (client.settings.hidesWhoExists ? notAuthorized() : userNotFound())

/**
 * The user of an unfinished sign-in, from the session that was sealed for this step. `isValid`: a further condition on
 * the user and the sealed data; if it fails, the session is over.
 */
export function resumeSignIn<Waiting extends { sub: string; until: number }>(
  { clock }: Service,
  { store, keys }: Pool,
  { step, session = '' }: { step: string; session: string | undefined },
  isValid: (waiting: Waiting, user: User) => boolean,
): { waiting: Waiting; user: User } {
  const pendingSignIn = unseal<Waiting>(keys, step, session)
  const user = pendingSignIn && store.find(pendingSignIn.sub)
  if (!user || clock.now() >= pendingSignIn.until || !isValid(pendingSignIn, user)) throw sessionOver()
  return { waiting: pendingSignIn, user }
}
