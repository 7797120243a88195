import type { staff } from '#shared/api/staff.ts'
import { Problem } from '#shared/problems.ts'
import { fold } from '#shared/rules/textMatching.ts'
import { fullName } from '#shared/rules/names.ts'
import type { CallOf } from '../serve.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { meOf } from '../table/me.ts'
import { type Profile, profiles } from '../table/profiles.ts'
import { page } from '../table/table.ts'
import { actionsOn } from './actions.ts'
import { sessionsCard } from './sessions.ts'

type Api = typeof staff
const pageSize = 50
/** A few more letters narrow the search. */
const maxFound = 25

export async function listUsers({ body: { search = '', cursor } }: CallOf<Api, 'POST /rest-api/staff/users/search'>) {
  if (search !== '') return { users: await findUsers(search), cursor: null }
  const list = 'users'
  const after = await positionOf(list, cursor)
  const { rows, next } = await page<Profile>({ ...profiles.named(), limit: pageSize, after })
  return { users: await userCards(rows), cursor: await cursorAt(list, next) }
}

/** By name, last or first name first, and by address; each through an index of its own. */
async function findUsers(search: string) {
  const folded = fold(search)
  const ranges = [profiles.named(folded), profiles.firstNamed(folded), emailUsers.withPrefix(search)]
  const lists = await Promise.all(ranges.map((range) => page<{ userId: string }>({ ...range, limit: maxFound })))
  return userCards(lists.flatMap(({ rows }) => rows))
}

/** The name index has no addresses, so profiles are read; each once, in the order found. */
async function userCards(rows: readonly { userId: string }[]) {
  return [...(await profiles.byId(rows)).values()].map(userCard)
}

const userCard = (profile: Profile) => ({ id: profile.userId, name: fullName(profile), email: profile.email })

export async function readUser({ params: { userId } }: CallOf<Api, 'GET /rest-api/staff/user/{userId}'>) {
  const [profile, { access, session }, actions] = await Promise.all([
    profiles.get({ userId }),
    meOf({ userId }),
    actionsOn(userId),
  ])
  if (!profile) throw new Problem('not_found')
  return {
    user: userCard(profile),
    clubs: access.organizations.map(({ id, name, flags = [], teams }) => ({
      id,
      name,
      permissions: flags,
      teams: teams.map((team) => ({ id: team.id, name: team.name, permissions: team.flags ?? [] })),
    })),
    players: access.players.length,
    following: access.following.length,
    sessions: sessionsCard(session),
    actions,
  }
}
