import { fullName } from '#shared/rules/names.ts'
import { listKey, nameKey } from '#shared/rules/playerRows.ts'
import { by, entity } from './entity.ts'
import type { Range } from './table.ts'
import type { Stored } from './writes.ts'

export type User = { userId: string }
/** The partition of a user. */
export const userPartition = ({ userId }: User) => `USER#${userId}`

/**
 * `avatarAt`: when the picture was uploaded; without it initials are shown. `avatarName`: its random name in the media bucket; older
 * pictures have the id of the account as their name.
 */
export type Pictured = { avatarAt?: string; avatarName?: string }
/** The name of somebody's picture in the media bucket; undefined if there is none. */
export const pictureNameOf = ({ userId, avatarAt, avatarName }: User & Pictured): string | undefined =>
  avatarName ?? (avatarAt === undefined ? undefined : userId)
/** The change that removes the copy of a picture. */
export const noPicture = { avatarAt: undefined, avatarName: undefined }
/**
 * `email`: the verified address in the user pool; empty while none is known, and then nothing is mailed. `emailsBefore`: earlier addresses,
 * the latest first, by which clubs may know them.
 */
export type Profile = User &
  Pictured & {
    email: string
    emailsBefore?: string[]
    firstName: string
    lastName: string
  }
/** The most characters of a name in an index key: a key is limited to 1024 bytes, and a name at sign-up is not. */
const maxNameLength = 200

const rows = entity<Profile, User>('Profile', {
  key: (id) => ({ pk: userPartition(id), sk: 'PROFILE' }),
  gsi1: by(['userId', 'firstName', 'lastName'], (row) => [
    'PEOPLE',
    `${listKey(row).slice(0, maxNameLength)}#${row.userId}`,
  ]),
  gsi2: by(['userId', 'firstName', 'lastName'], (row) => [
    'FIRST-NAMES',
    `${nameKey(row).slice(0, maxNameLength)}#${row.userId}`,
  ]),
})
/** The profiles of these users by id; users without a profile are left out. */
async function byId(people: readonly User[]): Promise<Map<string, Stored<Profile>>> {
  const ids = [...new Set(people.map(({ userId }) => userId))]
  const found = await rows.getMany(ids.map((userId) => ({ userId })))
  return new Map(found.flatMap((profile) => (profile ? [[profile.userId, profile]] : [])))
}
export const profiles = {
  ...rows,
  byId,
  /** The names of these users by id; users without a profile are left out. */
  namesOf: async (ids: readonly string[]): Promise<Map<string, string>> => {
    const found = await byId(ids.map((userId) => ({ userId })))
    return new Map([...found].map(([userId, profile]) => [userId, fullName(profile)]))
  },
  /** All users by last name, or those whose folded name begins with a prefix. */
  named: (prefix = ''): Range => ({
    index: 'gsi1',
    pk: 'PEOPLE',
    from: prefix || ' ',
    to: `${prefix}\u{10ffff}`,
  }),
  /** Users whose folded name, first name first, begins with a prefix. */
  firstNamed: (prefix: string): Range => ({
    index: 'gsi2',
    pk: 'FIRST-NAMES',
    from: prefix || ' ',
    to: `${prefix}\u{10ffff}`,
  }),
}
