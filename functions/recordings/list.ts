import type { recordings as area } from '#shared/api/recordings.ts'
import { organizationOf, teamOf } from '#shared/ids.ts'
import type { Access } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { byTitle } from '#shared/rules/names.ts'
import { accessToRecording, mayRecord, runs } from '#shared/rules/recordings.ts'
import { coachedTeams, isAtLeast } from '#shared/rules/shares.ts'
import type { CallOf } from '../serve.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { type Recording, recordings } from '../table/recordings.ts'
import { page } from '../table/table.ts'
import { organizationTeams } from '../table/teams.ts'
import { shownIn, withConsent } from '../shownIn.ts'
import { linesOf } from './lines.ts'

type Api = typeof area
export const pageSize = 20

/** The clubs of whose teams all is theirs to see that is shared. */
const ownClubs = (access: Access) => access.organizations.filter(({ id }) => runs(access, id)).map(({ id }) => id)
/** The other teams whose recordings may be theirs to see: those that they coach, and of players whom they have or follow. */
function otherTeams(access: Access): Map<string, string> {
  const own = new Set(ownClubs(access))
  const coached = access.organizations.flatMap(({ id, teams }) => {
    const ids = coachedTeams(access, id)
    return teams.filter((team) => ids.includes(team.id))
  })
  const played = [...access.players, ...access.following].flatMap(({ teams }) => teams)
  return new Map(
    [...coached, ...played].filter(({ id }) => !own.has(organizationOf(id))).map(({ id, name }) => [id, name]),
  )
}

/** The newest recordings of all one's teams: one query a team, or one for a club in which one runs something. */
export async function listRecordings({ query, me, now }: CallOf<Api, 'GET /rest-api/recordings'>) {
  const { access } = await me
  const { teamId, bin, cursor } = query
  const all = [...ownClubs(access), ...otherTeams(access).keys()]
  if (teamId !== undefined && !all.includes(teamId) && !all.includes(organizationOf(teamId)))
    throw new Problem('not_allowed')
  const list = `recordings of ${access.userId} ${teamId} ${bin}`
  const upTo = (await positionOf(list, cursor))?.['at']
  const shelf = bin === 'true' ? 'bin' : 'there'
  const units = teamId === undefined ? all : [teamId]
  const pages = await Promise.all(
    // One more than there is room for, and the one with which the page before has ended.
    units.map((unit) => page<Recording>({ ...recordings.listOf(unit, shelf, upTo), limit: pageSize + 2 })),
  )
  const found = pages
    .flatMap(({ rows }) => rows)
    .filter((row) => recordings.placeOf(row) !== upTo)
    .toSorted((a, b) => recordings.placeOf(b).localeCompare(recordings.placeOf(a)))
  const shown = found.slice(0, pageSize)
  const last = shown.at(-1)
  const seen = shown.flatMap((row) => {
    const its = accessToRecording(access, teamOf(row.recordingId) ?? '', row.shares)
    return its && isAtLeast(its, shelf === 'bin' ? 'OWNER' : 'VIEWER')
      ? [{ row, access: its, shows: shownIn(row) }]
      : []
  })
  return {
    recordings: await linesOf(await withConsent({ access, isStaff: true }, seen), now),
    cursor: found.length > pageSize && last ? await cursorAt(list, { at: recordings.placeOf(last) }) : null,
  }
}

export async function listTeams({ me }: CallOf<Api, 'GET /rest-api/recordings/teams'>) {
  const { access } = await me
  const clubs = await Promise.all(
    ownClubs(access).map((organizationId) => organizationTeams.of({ organizationId }, { consistent: false })),
  )
  const own = clubs
    .flat()
    .filter(({ archivedAt }) => archivedAt === undefined)
    .map(({ teamId: id, name }) => ({ id, name, mayRecord: mayRecord(access, id) }))
  const others = [...otherTeams(access)].map(([id, name]) => ({ id, name, mayRecord: mayRecord(access, id) }))
  return { teams: [...own, ...others].toSorted(byTitle) }
}
