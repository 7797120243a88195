import { indexes } from '#functions/table/indexes.ts'
import { type Kind, map, partitionsOf } from '#functions/table/map.ts'
import { type Level, retained, timeToLive } from '#functions/table/retention.ts'
import type { ChangeFilter, FunctionRecord } from '#functions/registry.ts'
import { changeFilters, registry } from '#infra/registry.ts'
import { excludedKinds } from '#scripts/club/excluded.ts'
import { audited } from '#shared/rules/audit.ts'
import { ways } from './privacy/everyKind.ts'

type GoesOf<L extends Level> = {
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
export const storedAs: Readonly<Record<GoesOf<'opens'>, StoredAs> & Partial<Record<Kind, StoredAs>>> = {
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
  ways: Partial<Record<Kind, string>>
  changeFilters: Readonly<Record<string, readonly ChangeFilter[]>>
  audited: Partial<Record<string, readonly string[]>>
  left: Partial<Record<Kind, string>>
  functions: Readonly<Record<string, FunctionRecord>>
}
const kinds = Object.keys(map) as Kind[]
const each = <T>(of: (kind: Kind) => T) => Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<Kind, T>
const goes = timeToLive as Partial<Record<Kind, { level: Level; hours: number }>>
const stay = retained as Partial<typeof retained> as Partial<Record<Kind, readonly [Level, string]>>

/** The product as configured. */
export const asConfigured: Configuration = {
  level: each((kind) => goes[kind]?.level ?? stay[kind]?.[0]) as Configuration['level'],
  term: each((kind) => goes[kind]?.hours ?? stay[kind]?.[1]) as Configuration['term'],
  indexes: each((kind) => map[kind][2]),
  lies: storedAs,
  ways,
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
    const say = (what: string) => faults.push(`${kind}: ${what}`)
    const level = configuration.level[kind]
    const term = configuration.term[kind]
    const way = configuration.ways[kind]
    if (level === undefined) say('has no protection level')
    if (term === undefined) say('has no retention period')
    if (way === undefined) say('is unknown to the erasure')
    const told = Object.entries(configuration.changeFilters).flatMap(([name, all]) =>
      all.filter((watched) => watched.kind === kind).map((watched) => ({ name, watched })),
    )
    if (level === 'opens') faults.push(...opening(kind, configuration, told))
    if (level === 'opens' || level === 'people')
      if (told.some(({ name }) => name === outside)) say('is announced to programs of clubs')
    // Personal data is deleted with the person or expires, or stays in the books, which are anonymized by an erasure.
    if ((level === 'opens' || level === 'children' || level === 'people') && term === 'product') say('is never deleted')
    if (level === 'opens' && term === 'books') say('is kept as long as the books')
    if (level === 'club' || level === 'ours') {
      if (way !== undefined && way !== 'nobody' && way !== 'own') say('names a person by whom an erasure finds it')
      if (level === 'ours' && kind in configuration.audited) say('is written to a club’s log')
    }
  }
  return faults
}

type Told = readonly { name: string; watched: ChangeFilter }[]
function opening(kind: Kind, treated: Configuration, told: Told): string[] {
  const [how, ...attributes] = treated.lies[kind] ?? ['nothing said']
  const faults: string[] = []
  const say = (what: string) => faults.push(`${kind}: ${what}`)
  if (how === 'nothing said') say('no form of storage is stated')
  // Only reachable by a key that the caller must know: no index lists all of them.
  for (const index of (treated.indexes[kind] ?? '').split(', '))
    if (/^gsi\d /.test(index) && !index.split(' ')[1]?.includes('#')) say(`an index lists all of them: ${index}`)
  const shown: string[] = [...indexes.gsi1.projection]
  const said = told.flatMap(({ watched: { tells = [], where } }) => [...tells, ...(where ? [where.attribute] : [])])
  for (const attribute of attributes) {
    if (said.includes(attribute)) say(`a worker gets ${attribute}`)
    if (shown.includes(attribute)) say(`lists contain ${attribute}`)
    if (treated.audited[kind]?.includes(attribute)) say(`a club’s log contains ${attribute}`)
  }
  const isSecret = how === 'sealed' || how === 'hashed' || how === 'ours'
  if (isSecret && treated.left[kind] === undefined && !isOfPerson(kind)) say('a club’s export contains it')
  if (how === 'sealed') {
    if (told.length > 0) say('it is announced to a worker')
    const others = Object.entries(treated.functions).filter(
      ([, { may, secrets = [], on }]) =>
        !('token' in on) &&
        partitionsOf(kind).some((at) => may.read.includes(at.slice(0, -1) as never)) &&
        !secrets.includes('seals'),
    )
    for (const [name] of others) say(`${name} may read it but has no key`)
    if (partitionsOf(kind).length !== 1 || kinds.some((other) => other !== kind && sharesPlace(kind, other)))
      say('its partition has items of other kinds, which have other readers')
  }
  return faults
}

/** Stored under its owner, not under a club. */
const isOfPerson = (kind: Kind): boolean => partitionsOf(kind).every((at) => at === 'USER#' || at === 'PUSH#')
const sharesPlace = (kind: Kind, other: Kind): boolean =>
  partitionsOf(kind).some((partition) => partitionsOf(other).includes(partition))
