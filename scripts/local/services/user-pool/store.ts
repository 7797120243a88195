import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readAllJson, readJson, writeAtomically } from '../../files.ts'
import type { Verifier } from './srp.ts'

type UserStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD'

/** A user as stored on disk. Instants are milliseconds since 1970. Users are immutable: save a new one. */
export type User = {
  /** Also the username: in this kind of pool people choose an e-mail address, and the pool generates the username. */
  sub: string
  attributes: Record<string, string>
  status: UserStatus
  enabled: boolean
  createdAt: number
  modifiedAt: number
  password: Verifier
  /** Until when a temporary password is valid. */
  temporaryUntil?: number
  groups: string[]
  /** The authenticator app: its secret, the time step of the last accepted code, and whether it is enabled. */
  app?: { secret: string; last: number; on: boolean }
  /** The secret of an app that has not produced its first code yet. */
  appAsked?: string
  /** The user's passkeys, the oldest first. */
  passkeys?: Passkey[]
  /** The challenge for creating a passkey, valid once, and the client whose token requested it. */
  passkeyAsked?: { challenge: string; clientId: string; until: number }
  /** Passkey challenges that were already answered, kept until they would have expired anyway. */
  answered?: { challenge: string; until: number }[]
  code?: { purpose: CodePurpose; digits: string; at: number }
  /** The requested address that is not confirmed yet; the one among the attributes stays in use until it is. */
  emailAsked?: string
  attempts: Partial<Record<Attempt, Attempts>>
  /** How often the user was signed out everywhere. Tokens contain the count at which they were issued. */
  signOuts: number
  /** Individually revoked sessions, each kept until its refresh token would have expired anyway. */
  revoked: { session: string; until: number }[]
  /** Sessions with refresh token rotation: which token is current, and since when. */
  rotated?: { session: string; turn: number; at: number; until: number }[]
}

/** A passkey. The id and the public key are in base64url; `counter` is its last known signature count. */
export type Passkey = {
  id: string
  publicKey: string
  counter: number
  name: string
  domain: string
  attachment?: string
  transports: string[]
  createdAt: number
}

export type CodePurpose = 'confirm' | 'reset' | 'attribute'
export type Attempt = 'signIn' | 'wrongCode' | 'codeMail' | 'changePassword'
export type Attempts = { count: number; since: number; last: number }

export type Group = { name: string; description?: string; precedence?: number; createdAt: number }

/** The users and groups of a pool: read from disk once, then in memory; each change is on disk when `save` returns. */
export type Store = {
  /** By sub, or by e-mail address in any case. */
  find(name: string): User | undefined
  save(user: User): void
  remove(user: User): void
  /** Oldest first. */
  users(): User[]
  groups(): Group[]
  saveGroup(group: Group): void
}

export function openStore(dir: string): Store {
  const userDir = join(dir, 'users')
  const users = new Map<string, User>()
  const byEmail = new Map<string, string>()
  const indexUser = (user: User) => {
    const previousEmail = users.get(user.sub)?.attributes.email
    if (previousEmail) byEmail.delete(previousEmail.toLowerCase())
    users.set(user.sub, user)
    if (user.attributes.email) byEmail.set(user.attributes.email.toLowerCase(), user.sub)
  }
  for (const user of readAllJson<User>(userDir)) indexUser(user)
  let groups = readJson<Group[]>(join(dir, 'groups.json')) ?? []
  return {
    find: (name) => users.get(name.toLowerCase()) ?? users.get(byEmail.get(name.toLowerCase()) ?? ''),
    save(user) {
      writeAtomically(join(userDir, `${user.sub}.json`), JSON.stringify(user, undefined, 1))
      indexUser(user)
    },
    remove(user) {
      rmSync(join(userDir, `${user.sub}.json`), { force: true })
      users.delete(user.sub)
      if (user.attributes.email) byEmail.delete(user.attributes.email.toLowerCase())
    },
    users: () => [...users.values()].toSorted((a, b) => a.createdAt - b.createdAt || (a.sub < b.sub ? -1 : 1)),
    groups: () => groups,
    saveGroup(group) {
      const newGroups = [...groups.filter((each) => each.name !== group.name), group]
      writeAtomically(join(dir, 'groups.json'), JSON.stringify(newGroups, undefined, 1))
      groups = newGroups
    },
  }
}
