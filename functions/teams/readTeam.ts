import type { teams } from '#shared/api/teams.ts'
import { organizationOf } from '#shared/ids.ts'
import { mayKnow, viewerOf } from '#shared/childData.ts'
import { Problem } from '#shared/problems.ts'
import { byName } from '#shared/rules/names.ts'
import type { CallOf } from '../serve.ts'
import { teamPlayers } from '../table/rosters.ts'
import { administratorCards, rosterCard, visibleTags } from './cards.ts'
import { pictureField, visiblePictureField } from './pictureLink.ts'

/** A team with its coaches and roster, as far as the caller may see it; one query. */
export async function readTeam({ params: { teamId }, me, now }: CallOf<typeof teams, 'GET /api/v1/team/{teamId}'>) {
  const [{ team, administrators, players }, { access }] = await Promise.all([teamPlayers.withTeam({ teamId }), me])
  if (!team) throw new Problem('not_found')
  const organizationId = organizationOf(teamId)
  const viewer = viewerOf(access, { organizationId, teamId }, team)
  const { flags } = viewer
  const ownPlayerIds = new Set(access.players.map(({ id }) => id))
  const visiblePlayers = players.filter(({ playerId }) => mayKnow('roster', viewer, playerId)).toSorted(byName)
  return {
    id: teamId,
    name: team.name,
    archived: team.archivedAt !== undefined,
    dateArchived: team.archivedAt ?? null,
    isOrganization: false as const,
    isRosterVisible: team.isRosterVisible,
    season: team.season ?? '',
    color: team.color ?? '',
    ...(await pictureField(team.picture, now)),
    sport: team.sport,
    organization: { id: organizationId, name: team.organizationName },
    orgAdmins: administratorCards(administrators, flags),
    players: await Promise.all(
      visiblePlayers.map(async (row) => {
        const tags = visibleTags(viewer, row).map(({ name }) => name)
        const picture = await visiblePictureField(row, { viewer, where: 'team', now })
        return { ...rosterCard(row), ...picture, ...(tags.length > 0 && { tags }) }
      }),
    ),
    myPlayers: players.map(({ playerId }) => playerId).filter((id) => ownPlayerIds.has(id)),
    permissions: [...flags],
  }
}
