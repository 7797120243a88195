import { indexes } from '#functions/table/indexes.ts'
import { type Kind, map, partitionsOf } from '#functions/table/map.ts'
import { type Level, retained, timeToLive } from '#functions/table/retention.ts'
import type { ChangeFilter, FunctionRecord } from '#functions/registry.ts'
import { changeFilters, registry } from '#infra/registry.ts'
import { excludedKinds } from '#scripts/club/excluded.ts'
import { audited } from '#shared/rules/audit.ts'
import { erasureWays } from './privacy/everyKind.ts'

type KeysOfLevel<L extends Level> = {
  [K in keyof typeof timeToLive]: (typeof timeToLive)[K]['level'] extends L ? K : never
}[keyof typeof timeToLive]
/**
 * How each kind of item that grants access is stored; new kinds must be listed here.
 *
 *   sealed   these attributes are encrypted for their item: see functions/secrets/sealed.ts
 *   hashed   these attributes are SHA-256 hashes of the secret
 *   ours     these attributes are useless without a key of the product in Secrets Manager
 *   name     the secret is the item's own random id
 *   address  only usable by the user who has confirmed that address
 *   shuts    grants nothing: it records what no longer grants access
 */
export type StoredAs = readonly ['sealed' | 'hashed' | 'ours', ...string[]] | readonly ['name' | 'address' | 'shuts']

// biome-ignore format: a table is read by its columns
export const storedAs: Readonly<Record<KeysOfLevel<'opens'>, StoredAs> & Partial<Record<Kind, StoredAs>>> = {
  'Payment key': ['sealed', 'privateKey', 'before'],
  'Webhook secret': ['sealed', 'current', 'previous'],
  'Access token': ['hashed', 'secretHash'],
  'Feed': ['hashed', 'secretHash'],
  'In place': ['hashed', 'digest'],
  'Push device': ['ours', 'endpoint', 'p256dh', 'auth'],
  'Line ticket': ['name'],
  'Payment link': ['name'],
  'Calendar mail': ['name'],
  'Invitation': ['address'],
  'Family invitation': ['address'],
  'Registration invitation': ['address'],
  'Session': ['shuts'],
  'Ended session': ['shuts'],
  'Used link': ['shuts'],
}

/** All records of how item kinds are treated. */
export type Configuration = {
  level: Partial<Record<Kind, Level>>
  /** Hours until the item expires, or what it is kept with. */
  term: Partial<Record<Kind, number | string>>
  indexes: Partial<Record<Kind, string>>
  lies: Partial<Record<Kind, StoredAs>>
  erasureWays: Partial<Record<Kind, string>>
  changeFilters: Readonly<Record<string, readonly ChangeFilter[]>>
  audited: Partial<Record<string, readonly string[]>>
  left: Partial<Record<Kind, string>>
  functions: Readonly<Record<string, FunctionRecord>>
}
const kinds = Object.keys(map) as Kind[]
const each = <T>(valueOf: (kind: Kind) => T) =>
  Object.fromEntries(kinds.map((kind) => [kind, valueOf(kind)])) as Record<Kind, T>
const expiries = timeToLive as Partial<Record<Kind, { level: Level; hours: number }>>
const retentions = retained as Partial<typeof retained> as Partial<Record<Kind, readonly [Level, string]>>

/** The product as configured. */
export const actualConfiguration: Configuration = {
  level: each((kind) => expiries[kind]?.level ?? retentions[kind]?.[0]) as Configuration['level'],
  term: each((kind) => expiries[kind]?.hours ?? retentions[kind]?.[1]) as Configuration['term'],
  indexes: each((kind) => map[kind][2]),
  lies: storedAs,
  erasureWays,
  changeFilters,
  audited,
  left: excludedKinds,
  functions: registry,
}

/** The worker that delivers webhooks to clubs. */
const outside = 'developers-changed'

/** Violations of the protection level of each kind (infra/PROTECTION.md), one sentence each. */
export function faultsOf(configuration: Configuration): string[] {
  const faults: string[] = []
  for (const kind of kinds) {
    const addFault = (what: string) => faults.push(`${kind}: ${what}`)
    const level = configuration.level[kind]
    const term = configuration.term[kind]
    const way = configuration.erasureWays[kind]
    if (level === undefined) addFault('has no protection level')
    if (term === undefined) addFault('has no retention period')
    if (way === undefined) addFault('is unknown to the erasure')
    const watchedFilters = Object.entries(configuration.changeFilters).flatMap(([name, all]) =>
      all.filter((filter) => filter.kind === kind).map((watched) => ({ name, watched })),
    )
    if (level === 'opens') faults.push(...opening(kind, configuration, watchedFilters))
    if (level === 'opens' || level === 'people')
      if (watchedFilters.some(({ name }) => name === outside)) addFault('is announced to programs of clubs')
    // Personal data is deleted with the person or expires, or stays in the books, which are anonymized by an erasure.
    if ((level === 'opens' || level === 'children' || level === 'people') && term === 'product')
      addFault('is never deleted')
    if (level === 'opens' && term === 'books') addFault('is kept as long as the books')
    if (level === 'club' || level === 'ours') {
      if (way !== undefined && way !== 'nobody' && way !== 'own') addFault('names a person by whom an erasure finds it')
      if (level === 'ours' && kind in configuration.audited) addFault('is written to a club’s log')
    }
  }
  return faults
}

type WatchedFilters = readonly { name: string; watched: ChangeFilter }[]
function opening(kind: Kind, configuration: Configuration, watchedFilters: WatchedFilters): string[] {
  const [protection, ...attributes] = configuration.lies[kind] ?? ['nothing said']
  const faults: string[] = []
  const addFault = (what: string) => faults.push(`${kind}: ${what}`)
  if (protection === 'nothing said') addFault('no form of storage is stated')
  // Only reachable by a key that the caller must know: no index lists all of them.
  for (const index of (configuration.indexes[kind] ?? '').split(', '))
    if (/^gsi\d /.test(index) && !index.split(' ')[1]?.includes('#')) addFault(`an index lists all of them: ${index}`)
  const projectedNames: string[] = [...indexes.gsi1.projection]
  const toldNames = watchedFilters.flatMap(({ watched: { tells = [], where } }) => [
    ...tells,
    ...(where ? [where.attribute] : []),
  ])
  for (const attribute of attributes) {
    if (toldNames.includes(attribute)) addFault(`a worker gets ${attribute}`)
    if (projectedNames.includes(attribute)) addFault(`lists contain ${attribute}`)
    if (configuration.audited[kind]?.includes(attribute)) addFault(`a club’s log contains ${attribute}`)
  }
  const isSecret = protection === 'sealed' || protection === 'hashed' || protection === 'ours'
  if (isSecret && configuration.left[kind] === undefined && !isOfPerson(kind)) addFault('a club’s export contains it')
  if (protection === 'sealed') {
    if (watchedFilters.length > 0) addFault('it is announced to a worker')
    const otherFunctions = Object.entries(configuration.functions).filter(
      ([, { may, secrets = [], on }]) =>
        !('token' in on) &&
        partitionsOf(kind).some((at) => may.read.includes(at.slice(0, -1) as never)) &&
        !secrets.includes('seals'),
    )
    for (const [name] of otherFunctions) addFault(`${name} may read it but has no key`)
    if (partitionsOf(kind).length !== 1 || kinds.some((other) => other !== kind && sharesPlace(kind, other)))
      addFault('its partition has items of other kinds, which have other readers')
  }
  return faults
}

/** Stored under its owner, not under a club. */
const isOfPerson = (kind: Kind): boolean => partitionsOf(kind).every((at) => at === 'USER#' || at === 'PUSH#')
const sharesPlace = (kind: Kind, other: Kind): boolean =>
  partitionsOf(kind).some((partition) => partitionsOf(other).includes(partition))
