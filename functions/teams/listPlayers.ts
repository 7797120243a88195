import type { teams as contract } from '#shared/api/teams.ts'
import { organizationOf } from '#shared/ids.ts'
import { mayKnow, type Viewer, viewerOf } from '#shared/childData.ts'
import type { Access } from '#shared/permissions.ts'
import { byName, byTitle } from '#shared/rules/names.ts'
import { playerCard } from '../people/playerCard.ts'
import type { CallOf } from '../serve.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { type Player, players } from '../table/players.ts'
import { teamPlayers } from '../table/rosters.ts'
import { page } from '../table/table.ts'
import { organizationTeams } from '../table/teams.ts'
import { type UnassignedPlayer, unassignedPlayers } from '../table/unassignedPlayers.ts'
import { rosterCard, visibleTags } from './cards.ts'

type Api = typeof contract
const pageSize = 50

/** The players of the club without a team. */
export async function listUnassigned({
  params: { orgId },
  query,
}: CallOf<Api, 'GET /rest-api/teams/unassigned/{orgId}'>) {
  const list = `unassigned players of ${orgId}`
  const after = await positionOf(list, query.cursor)
  const { rows, next } = await page<UnassignedPlayer>({ ...unassignedPlayers.of(orgId), limit: 100, after })
  return { players: rows.toSorted(byName).map(playerCard), cursor: await cursorAt(list, next) }
}

/** All players of the club, by name. */
export async function listPlayers({ params: { orgId }, query }: CallOf<Api, 'GET /rest-api/teams/players/{orgId}'>) {
  const list = `players of ${orgId}`
  const after = await positionOf(list, query.cursor)
  const { rows, next } = await page<Player>({ ...players.named(orgId), limit: pageSize, after })
  return {
    players: rows.map((player) => ({
      ...playerCard(player),
      teams: player.teams.map(({ name }) => name),
      tags: (player.tags ?? []).map(({ name }) => name),
    })),
    cursor: await cursorAt(list, next),
  }
}

/** The players for a search box: those of the whole club if the caller may see them, otherwise those of the caller's teams. */
export async function readSearch({
  params: { orgId: organizationId },
  me,
}: CallOf<Api, 'GET /rest-api/teams/search/{orgId}'>) {
  const { access } = await me
  const viewer = viewerOf(access, { organizationId }, { isRosterVisible: false })
  const canSeeAll = mayKnow('name', viewer, '')
  const [all, visiblePlayers] = await Promise.all([
    viewer.flags.size > 0 ? organizationTeams.of({ organizationId }, { consistent: false }) : [],
    canSeeAll ? everyone(organizationId) : coachedPlayers(access, organizationId),
  ])
  const teamsById = new Map(
    [
      ...all.map(({ teamId: id, name, archivedAt }) => ({ id, name, archivedAt })),
      ...visiblePlayers.flatMap((each) => each.player.teams),
    ].map(({ id, name, archivedAt }) => [id, { id, name, archived: archivedAt !== undefined }]),
  )
  const teams = [...teamsById.values()].toSorted(byTitle)
  const indexOf = new Map(teams.map(({ id }, i) => [id, i]))
  return {
    teams,
    players: visiblePlayers.map(({ player, by = viewer }) => ({
      ...playerCard(player),
      teams: player.teams.flatMap(({ id }) => indexOf.get(id) ?? []),
      tags: visibleTags(by, player).map(({ name }) => name),
      // In the role of the club's contact reader: a home's private contacts are not shown to the other.
      contacts: mayKnow('contacts', { ...by, ownIds: new Set() }, player.playerId) ? (player.contacts ?? []) : [],
    })),
  }
}

/** A player, and the role in which the caller sees them. */
type VisiblePlayer = { player: Player; by?: Viewer }

async function everyone(organizationId: string): Promise<VisiblePlayer[]> {
  const found: VisiblePlayer[] = []
  for await (const part of players.everyone(organizationId)) for (const player of part) found.push({ player })
  return found
}

/** Players on the teams that the user coaches; without their other teams. */
async function coachedPlayers(access: Access, organizationId: string): Promise<VisiblePlayer[]> {
  const coached = coachedIn(access, organizationId)
  const rosters = await Promise.all(
    coached.map(async ({ id: teamId }) => {
      const { team, players: roster } = await teamPlayers.withTeam({ teamId })
      const by = viewerOf(access, { organizationId, teamId }, { isRosterVisible: team?.isRosterVisible ?? false })
      return roster.filter(({ playerId }) => mayKnow('name', by, playerId)).map(({ playerId }) => ({ playerId, by }))
    }),
  )
  const playerViews = [...new Map(rosters.flat().map((each) => [each.playerId, each])).values()]
  const rows = await players.getMany(playerViews.map(({ playerId }) => ({ playerId })))
  const ownTeamIds = new Set(coached.map(({ id }) => id))
  return playerViews
    .flatMap(({ by }, i) => {
      const player = rows[i]
      return player ? [{ player: { ...player, teams: player.teams.filter(({ id }) => ownTeamIds.has(id)) }, by }] : []
    })
    .toSorted((a, b) => byName(a.player, b.player))
}

const coachedIn = ({ organizations }: Access, organizationId: string) =>
  (organizations.find(({ id }) => id === organizationId)?.teams ?? []).filter(({ flags = [] }) => flags.length > 0)

const teamsAtOnce = 10

/** The teams in which the caller has a role, with their players; a page has as many teams as are read in parallel. */
export async function listPlayersByTeam({ query, me }: CallOf<Api, 'GET /api/v1/playersByTeam'>) {
  const { access } = await me
  const list = `players by team of ${query.orgId ?? 'all'}`
  const after = (await positionOf(list, query.cursor))?.['teamId'] ?? ''
  const ownOrganizations = access.organizations.filter(({ id }) => query.orgId === undefined || query.orgId === id)
  const ids = await Promise.all(
    ownOrganizations.map(async ({ id, flags }) =>
      flags
        ? (await organizationTeams.active({ organizationId: id }, { consistent: false })).map((t) => t.teamId)
        : coachedIn(access, id).map((team) => team.id),
    ),
  )
  const remainingIds = ids
    .flat()
    .toSorted()
    .filter((id) => id > after)
  const pageTeamIds = remainingIds.slice(0, teamsAtOnce)
  const rosters = await Promise.all(pageTeamIds.map((teamId) => teamPlayers.withTeam({ teamId })))
  const lastOne = pageTeamIds.at(-1)
  return {
    teams: rosters.flatMap(({ team, players: roster }) => {
      if (!team) return []
      const organizationId = organizationOf(team.teamId)
      const viewer = viewerOf(access, { organizationId, teamId: team.teamId }, team)
      const visible = roster.filter(({ playerId }) => mayKnow('roster', viewer, playerId))
      return [
        {
          id: team.teamId,
          name: team.name,
          organization: { id: organizationId, name: team.organizationName },
          players: visible.toSorted(byName).map(rosterCard),
        },
      ]
    }),
    cursor: await cursorAt(list, remainingIds.length > pageTeamIds.length && lastOne ? { teamId: lastOne } : undefined),
  }
}
