import type { recordings as area } from '#shared/api/recordings.ts'
import { organizationOf, teamOf } from '#shared/ids.ts'
import { type Access, playersWith } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { byTitle } from '#shared/rules/names.ts'
import { accessToRecording, mayRecord, runs } from '#shared/rules/recordings.ts'
import { coachedTeams, isAtLeast } from '#shared/rules/shares.ts'
import type { CallOf } from '../serve.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { givenRecordings, type Recording, recordings } from '../table/recordings.ts'
import { page } from '../table/table.ts'
import { organizationTeams } from '../table/teams.ts'
import { shownPlayerIds, withConsent } from '../access/pictureConsent.ts'
import { linesOf } from './lines.ts'

type Api = typeof area
const pageSize = 20

/** The clubs where the user may see everything that is shared with teams. */
const ownClubs = (access: Access) => access.organizations.filter(({ id }) => runs(access, id)).map(({ id }) => id)
/** The other teams whose recordings the user may see: those they coach, and those of players they have or follow. */
function otherTeams(access: Access): Map<string, string> {
  const ownClubIds = new Set(ownClubs(access))
  const coached = access.organizations.flatMap(({ id, teams }) => {
    const ids = coachedTeams(access, id)
    return teams.filter((team) => ids.includes(team.id))
  })
  const played = [...access.players, ...access.following].flatMap(({ teams }) => teams)
  return new Map(
    [...coached, ...played].filter(({ id }) => !ownClubIds.has(organizationOf(id))).map(({ id, name }) => [id, name]),
  )
}

/**
 * Players with whom recordings may be shared individually: those whose data the user may see, in clubs where they do not see
 * everything.
 */
const individualPlayerIds = (access: Access): string[] => {
  const ownClubIds = new Set(ownClubs(access))
  return playersWith(access, 'sees').flatMap(({ id }) => (ownClubIds.has(organizationOf(id)) ? [] : [id]))
}

/**
 * The newest recordings for the caller: one query for each team, or one for each club in which the caller has a role; and one for each own
 * player, for recordings from former teams that are shared with the player.
 */
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
  const limit = pageSize + 2 // One more than fits, and the one that the previous page ended with.
  const [pages, playerPages] = await Promise.all([
    Promise.all(units.map((unit) => page<Recording>({ ...recordings.listOf(unit, shelf, upTo), limit }))),
    Promise.all(
      (shelf === 'there' && teamId === undefined ? individualPlayerIds(access) : []).map((playerId) =>
        page<{ gsi1sk: string }>({ ...givenRecordings.listOf(playerId, upTo), limit }),
      ),
    ),
  ])
  const places = playerPages.flatMap(({ rows }) => rows).map(({ gsi1sk }) => gsi1sk)
  const isElsewhere = (place: string) => !all.includes(teamOf(givenRecordings.at(place).recordingId) ?? '')
  const rows = pages.flatMap((each) => each.rows)
  const orderedPlaces = [...new Set([...places.filter(isElsewhere), ...rows.map(recordings.placeOf)])]
    .filter((place) => place !== upTo)
    .toSorted((a, b) => b.localeCompare(a))
  const last = orderedPlaces[pageSize - 1]
  const rowsByPlace = new Map(rows.map((row) => [recordings.placeOf(row), row]))
  const pagePlaces = orderedPlaces.slice(0, pageSize)
  const missingPlaces = pagePlaces.filter((place) => !rowsByPlace.has(place))
  const otherRows = await recordings.getMany(missingPlaces.map(givenRecordings.at))
  otherRows.forEach((row, i) => row?.shelf === shelf && rowsByPlace.set(missingPlaces[i] ?? '', row))
  const pageRows = pagePlaces.flatMap((place) => rowsByPlace.get(place) ?? [])
  const visibleRows = pageRows.flatMap((row) => {
    const accessType = accessToRecording(access, teamOf(row.recordingId) ?? '', row.shares)
    return accessType && isAtLeast(accessType, shelf === 'bin' ? 'OWNER' : 'VIEWER')
      ? [{ row, access: accessType, shows: shownPlayerIds(row) }]
      : []
  })
  return {
    recordings: await linesOf(await withConsent({ access, isStaff: true }, visibleRows), now),
    cursor: orderedPlaces.length > pageSize && last ? await cursorAt(list, { at: last }) : null,
  }
}

export async function listTeams({ me }: CallOf<Api, 'GET /rest-api/recordings/teams'>) {
  const { access } = await me
  const clubs = await Promise.all(
    ownClubs(access).map((organizationId) => organizationTeams.active({ organizationId }, { consistent: false })),
  )
  const clubTeams = clubs.flat().map(({ teamId: id, name }) => ({ id, name, mayRecord: mayRecord(access, id) }))
  const otherTeamCards = [...otherTeams(access)].map(([id, name]) => ({ id, name, mayRecord: mayRecord(access, id) }))
  return { teams: [...clubTeams, ...otherTeamCards].toSorted(byTitle) }
}
