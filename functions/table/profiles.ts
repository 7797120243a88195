import { fullName } from '#shared/rules/names.ts'
import { listKey, nameKey } from '#shared/rules/playerRows.ts'
import { by, entity } from './entity.ts'
import type { Range } from './table.ts'
import type { Stored } from './writes.ts'

export type User = { userId: string }
/** The partition of everything that is one person's own. */
export const userPartition = ({ userId }: User) => `USER#${userId}`

/**
 * `avatarAt`: the instant at which the picture in the media bucket was put up; initials are shown without it. It lies under
 * `avatarName`, drawn anew for each picture; one from before there were such names lies under the account's id.
 */
export type Pictured = { avatarAt?: string; avatarName?: string }
/** Under which name somebody's picture lies; undefined where there is none. */
export const pictureNameOf = ({ userId, avatarAt, avatarName }: User & Pictured): string | undefined =>
  avatarName ?? (avatarAt === undefined ? undefined : userId)
/** What takes a picture away where it is repeated. */
export const noPicture = { avatarAt: undefined, avatarName: undefined }
/**
 * `email`: the address that the user pool last called verified; empty while none is known, and then nobody is mailed.
 * `emailsBefore`: those that were theirs before it, the latest first: clubs know them by these, too.
 */
export type Profile = User &
  Pictured & {
    email: string
    emailsBefore?: string[]
    firstName: string
    lastName: string
  }
/** Characters of a name by which somebody is found: a key takes 1024 bytes, and a sign-up any name. */
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
/** The profiles of these people by their ids, each asked once; who has none is left out. */
async function byId(people: readonly User[]): Promise<Map<string, Stored<Profile>>> {
  const ids = [...new Set(people.map(({ userId }) => userId))]
  const found = await rows.getMany(ids.map((userId) => ({ userId })))
  return new Map(found.flatMap((profile) => (profile ? [[profile.userId, profile]] : [])))
}
export const profiles = {
  ...rows,
  byId,
  /** What these people are called, by their ids; who has no profile is left out. */
  namesOf: async (ids: readonly string[]): Promise<Map<string, string>> => {
    const found = await byId(ids.map((userId) => ({ userId })))
    return new Map([...found].map(([userId, profile]) => [userId, fullName(profile)]))
  },
  /** Everybody by name, last names first; those whose name begins so, as `fold` has it. */
  named: (beginning = ''): Range => ({
    index: 'gsi1',
    pk: 'PEOPLE',
    from: beginning || ' ',
    to: `${beginning}\u{10ffff}`,
  }),
  /** Those whose name begins so, first names first. */
  firstNamed: (beginning: string): Range => ({
    index: 'gsi2',
    pk: 'FIRST-NAMES',
    from: beginning || ' ',
    to: `${beginning}\u{10ffff}`,
  }),
}
