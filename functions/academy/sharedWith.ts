import type { academy } from '#shared/api/academy.ts'
import { kindOf } from '#shared/ids.ts'
import { flagsOn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { fold, matchesText, words } from '#shared/rules/textMatching.ts'
import { byName, byTitle, fullName } from '#shared/rules/names.ts'
import { chainOf, coachedTeams, isAtLeast, isStaffOf, type AccessType, userOf } from '#shared/rules/shares.ts'
import { itemForStaff, type OpenLibrary } from './libraryAccess.ts'
import type { CallOf } from '../serve.ts'
import { teamAdministrators } from '../table/administrators.ts'
import { organizationPartition } from '../table/organizations.ts'
import { isActiveTeam, type Player, players } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { teamPlayers } from '../table/rosters.ts'
import { all, startingWith } from '../table/table.ts'
import { organizationTeams } from '../table/teams.ts'
import { knowsPlayer } from './playerFor.ts'

type Api = typeof academy

/** Who has access to an item, each with their highest access and the folder that gives it. */
export async function listShares({
  params: { orgId: organizationId, storageItemId },
  me,
}: CallOf<Api, 'GET /rest-api/academy/storage/share/organization/{orgId}/storage-item/{storageItemId}'>) {
  const { item, library } = await itemForStaff(me, storageItemId)
  const { tree, club } = library
  const shared = new Map<string, { accessType: AccessType; from: { id: string; name: string } | null }>()
  for (const id of chainOf(tree, { id: storageItemId, parentId: item.parentId }) ?? [])
    for (const [party, accessType] of Object.entries(tree[id]?.shares ?? {})) {
      const before = shared.get(party)
      const from = id === storageItemId ? null : { id, name: tree[id]?.name ?? '' }
      if (!before || !isAtLeast(before.accessType, accessType)) shared.set(party, { accessType, from })
    }
  const entries = [...shared]
  const sharesOf = (kind: string) => entries.filter(([party]) => !userOf(party) && kindOf(party) === kind)
  const people = entries.filter(([party]) => userOf(party))
  const [foundProfiles, teams, foundPlayers, administrators] = await Promise.all([
    profiles.getMany(people.map(([party]) => ({ userId: userOf(party) ?? '' }))),
    organizationTeams.getMany(sharesOf('team').map(([teamId]) => ({ teamId }))),
    players.getMany(sharesOf('player').map(([playerId]) => ({ playerId }))),
    administratorsOf(organizationId),
  ])
  const visiblePlayers = sharesOf('player').flatMap(([playerId, share], i) => {
    const player = foundPlayers[i]
    return player && knowsPlayer(library.access, player) ? [{ playerId, name: fullName(player), ...share }] : []
  })
  const units = [
    ...sharesOf('organization').map(([orgUnitId, share]) => ({ orgUnitId, name: club?.name ?? '', ...share })),
    ...sharesOf('team').map(([orgUnitId, share], i) => ({ orgUnitId, name: teams[i]?.name ?? '', ...share })),
  ]
  return {
    // Users with erased accounts are left out: they see nothing, and have no name.
    admins: people
      .flatMap(([party, share], i) =>
        foundProfiles[i] ? [{ userId: userOf(party) ?? '', name: fullName(foundProfiles[i]), ...share }] : [],
      )
      .toSorted(byTitle),
    orgUnits: units,
    players: visiblePlayers.toSorted(byTitle),
    otherPlayers: sharesOf('player').length - visiblePlayers.length,
    owners: administrators.filter(({ flags }) => flags.includes('canEditTeam')).length,
  }
}

const administratorsOf = (organizationId: string) =>
  all<{ userId: string; firstName: string; lastName: string; flags: string[] }>({
    pk: organizationPartition({ organizationId }),
    ...startingWith('ORG#ADMIN#'),
  })

/** The users with a role in the club, by name. */
export async function listPeople({
  params: { orgId: organizationId },
  me,
}: CallOf<Api, 'GET /rest-api/academy/storage/organization/{orgId}/people'>) {
  const [administrators, teams, { access }] = await Promise.all([
    administratorsOf(organizationId),
    organizationTeams.active({ organizationId }, { consistent: false }),
    me,
  ])
  if (!isStaffOf(access, organizationId)) throw new Problem('not_allowed')
  const coaches = await Promise.all(teams.map(({ teamId }) => coachesOf(teamId)))
  const people = new Map([...administrators, ...coaches.flat()].map((person) => [person.userId, person]))
  return {
    people: [...people.values()].toSorted(byName).map((person) => ({ userId: person.userId, name: fullName(person) })),
  }
}

/** The most suggestions of each kind. */
const maxFound = 20

/** With whom an item can be shared: for administrators anybody in the club, for coaches their own teams. */
export async function searchPeople({
  params: { orgId: organizationId },
  query: { storageItemId, filter = '' },
  me,
}: CallOf<Api, 'GET /rest-api/academy/storage/share/organization/{orgId}/search-people-and-teams'>) {
  const [{ library }, listed, administrators] = await Promise.all([
    itemForStaff(me, storageItemId),
    organizationTeams.active({ organizationId }, { consistent: false }),
    administratorsOf(organizationId),
  ])
  const { club } = library
  if (!club) throw new Problem('not_found')
  const queryWords = words(fold(filter))
  const isWanted = (name: string) => matchesText(name, queryWords)
  const isClubAdministrator = flagsOn(library.access, { organizationId }).size > 0
  const ownTeamIds = coachedTeams(library.access, organizationId)
  const teams = listed.filter(({ teamId }) => isClubAdministrator || ownTeamIds.includes(teamId))
  const [coaches, foundPlayers] = await Promise.all([
    Promise.all(teams.map(({ teamId }) => coachesOf(teamId))),
    playersNamed(library, organizationId, { typed: filter, teamIds: isClubAdministrator ? undefined : ownTeamIds }),
  ])
  const people = new Map([...administrators, ...coaches.flat()].map((person) => [person.userId, person]))
  const units = [
    ...(isClubAdministrator ? [{ orgUnitId: organizationId, name: club.name }] : []),
    ...teams.map(({ teamId: orgUnitId, name }) => ({ orgUnitId, name })).toSorted(byTitle),
  ]
  return {
    admins: [...people.values()]
      .toSorted(byName)
      .map((person) => ({ userId: person.userId, name: fullName(person) }))
      .filter(({ name }) => isWanted(name))
      .slice(0, maxFound),
    orgUnits: units.filter(({ name }) => isWanted(name)).slice(0, maxFound),
    players: foundPlayers
      .map((player) => ({
        playerId: player.playerId,
        name: fullName(player),
        teams: player.teams
          .filter((team) => isActiveTeam(team) && (isClubAdministrator || ownTeamIds.includes(team.id)))
          .map(({ name }) => name),
      }))
      .filter(({ name }) => isWanted(name))
      .slice(0, maxFound),
  }
}

const coachesOf = async (teamId: string) =>
  all<{ userId: string; firstName: string; lastName: string }>({
    pk: teamAdministrators.key({ teamId, userId: '' }).pk,
    ...startingWith('TEAM#ADMIN#'),
  })

/** Players to choose from; none before something is typed, since a club has many. */
async function playersNamed(
  library: OpenLibrary,
  organizationId: string,
  { typed, teamIds }: { typed: string; teamIds: readonly string[] | undefined },
): Promise<Player[]> {
  if (typed.trim() === '') return []
  if (teamIds) {
    const rosters = await Promise.all(teamIds.map((teamId) => teamPlayers.withTeam({ teamId })))
    const ids = [...new Set(rosters.flatMap(({ players: roster }) => roster.map(({ playerId }) => playerId)))]
    const rows = await players.getMany(ids.map((playerId) => ({ playerId })))
    return rows.filter((row) => row !== undefined && knowsPlayer(library.access, row)) as Player[]
  }
  const visiblePlayers: Player[] = []
  for await (const part of players.everyone(organizationId))
    for (const player of part) if (knowsPlayer(library.access, player)) visiblePlayers.push(player)
  return visiblePlayers
}
