import type { staff } from '#shared/api/staff.ts'
import { Problem } from '#shared/problems.ts'
import { fold } from '#shared/rules/folded.ts'
import { fullName } from '#shared/rules/names.ts'
import type { CallOf } from '../serve.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { meOf } from '../table/me.ts'
import { type Profile, profiles } from '../table/profiles.ts'
import { page } from '../table/table.ts'
import { actionsOn } from './actions.ts'
import { shownSessions } from './sessions.ts'

type Api = typeof staff
const pageSize = 50
/** A few more letters narrow the search. */
const maxFound = 25

export async function listUsers({ body: { search = '', cursor } }: CallOf<Api, 'POST /rest-api/staff/users/search'>) {
  if (search !== '') return { users: await found(search), cursor: null }
  const list = 'users'
  const after = await positionOf(list, cursor)
  const { rows, next } = await page<Profile>({ ...profiles.named(), limit: pageSize, after })
  return { users: await shownAll(rows), cursor: await cursorAt(list, next) }
}

/** By name, last or first name first, and by address; each through an index of its own. */
async function found(search: string) {
  const typed = fold(search)
  const ranges = [profiles.named(typed), profiles.firstNamed(typed), emailUsers.withPrefix(search)]
  const lists = await Promise.all(ranges.map((range) => page<{ userId: string }>({ ...range, limit: maxFound })))
  return shownAll(lists.flatMap(({ rows }) => rows))
}

/** The name index has no addresses, so profiles are read; each once, in the order found. */
async function shownAll(rows: readonly { userId: string }[]) {
  return [...(await profiles.byId(rows)).values()].map(shown)
}

const shown = (profile: Profile) => ({ id: profile.userId, name: fullName(profile), email: profile.email })

export async function readUser({ params: { userId } }: CallOf<Api, 'GET /rest-api/staff/user/{userId}'>) {
  const [profile, { access, session }, actions] = await Promise.all([
    profiles.get({ userId }),
    meOf({ userId }),
    actionsOn(userId),
  ])
  if (!profile) throw new Problem('not_found')
  return {
    user: shown(profile),
    clubs: access.organizations.map(({ id, name, flags = [], teams }) => ({
      id,
      name,
      permissions: flags,
      teams: teams.map((team) => ({ id: team.id, name: team.name, permissions: team.flags ?? [] })),
    })),
    players: access.players.length,
    following: access.following.length,
    sessions: shownSessions(session),
    actions,
  }
}
