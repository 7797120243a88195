import { fullName } from '#shared/rules/names.ts'
import { listKey, nameKey } from '#shared/rules/playerRows.ts'
import { by, entity } from './entity.ts'
import type { Range } from './table.ts'
import type { Stored } from './writes.ts'

export type User = { userId: string }
/** The partition of everything that belongs to one person. */
export const userPartition = ({ userId }: User) => `USER#${userId}`

/**
 * `avatarAt` is when the picture was uploaded to the media bucket; without it, initials are shown. `avatarName` is its name
 * there, random for each picture; older pictures have the account's id as name.
 */
export type Pictured = { avatarAt?: string; avatarName?: string }
/** The name of a person's picture in the bucket; undefined if there is none. */
export const pictureNameOf = ({ userId, avatarAt, avatarName }: User & Pictured): string | undefined =>
  avatarName ?? (avatarAt === undefined ? undefined : userId)
/** Removes the copied picture from a row. */
export const noPicture = { avatarAt: undefined, avatarName: undefined }
/**
 * `email` is the last address that the user pool reported as verified; empty while none is known, and then no mail is sent.
 * `emailsBefore` are their previous addresses, latest first, by which clubs may know them.
 */
export type Profile = User &
  Pictured & {
    email: string
    emailsBefore?: string[]
    firstName: string
    lastName: string
  }
/** How many characters of a name are indexed: a key is limited to 1024 bytes, while a name may have any length. */
const mostOfName = 200

const rows = entity<Profile, User>('Profile', {
  key: (id) => ({ pk: userPartition(id), sk: 'PROFILE' }),
  gsi1: by(['userId', 'firstName', 'lastName'], (row) => [
    'PEOPLE',
    `${listKey(row).slice(0, mostOfName)}#${row.userId}`,
  ]),
  gsi2: by(['userId', 'firstName', 'lastName'], (row) => [
    'FIRST-NAMES',
    `${nameKey(row).slice(0, mostOfName)}#${row.userId}`,
  ]),
})
/** The profiles of these people by id, without duplicates; people without a profile are left out. */
async function byId(people: readonly User[]): Promise<Map<string, Stored<Profile>>> {
  const ids = [...new Set(people.map(({ userId }) => userId))]
  const found = await rows.getMany(ids.map((userId) => ({ userId })))
  return new Map(found.flatMap((profile) => (profile ? [[profile.userId, profile]] : [])))
}
export const profiles = {
  ...rows,
  byId,
  /** The names of these people by id; people without a profile are left out. */
  namesOf: async (ids: readonly string[]): Promise<Map<string, string>> => {
    const found = await byId(ids.map((userId) => ({ userId })))
    return new Map([...found].map(([userId, profile]) => [userId, fullName(profile)]))
  },
  /** Everybody by name, last names first, optionally with a prefix as made by `fold`. */
  named: (beginning = ''): Range => ({
    index: 'gsi1',
    pk: 'PEOPLE',
    from: beginning || ' ',
    to: `${beginning}\u{10ffff}`,
  }),
  /** People whose name has this prefix, first names first. */
  firstNamed: (beginning: string): Range => ({
    index: 'gsi2',
    pk: 'FIRST-NAMES',
    from: beginning || ' ',
    to: `${beginning}\u{10ffff}`,
  }),
}
