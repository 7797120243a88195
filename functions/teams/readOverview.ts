import type { teams as contract } from '#shared/api/teams.ts'
import { organizationOf } from '#shared/ids.ts'
import { mayKnow, viewerOf } from '#shared/childData.ts'
import { flagsOn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { byTitle } from '#shared/rules/names.ts'
import type { CallOf } from '../serve.ts'
import { organizationAdministrators } from '../table/administrators.ts'
import { licences } from '../table/licences.ts'
import { organizations } from '../table/organizations.ts'
import { tags } from '../table/tags.ts'
import { organizationTeams } from '../table/teams.ts'
import { administratorCards } from './cards.ts'
import { pictureField } from './pictureLink.ts'

/** An organization with its teams: all for its administrators, for others those that they coach or have a player on. */
export async function readOverview({
  params: { orgId: organizationId },
  me,
  now,
}: CallOf<typeof contract, 'GET /api/v1/orgOverview/{orgId}'>) {
  const id = { organizationId }
  const [organization, administrators, teams, licence, clubTags, { access }] = await Promise.all([
    organizations.get(id),
    organizationAdministrators.of(id),
    organizationTeams.of(id),
    licences.get(id),
    tags.of(organizationId),
    me,
  ])
  if (!organization) throw new Problem('not_found')
  const flags = flagsOn(access, id)
  const viewer = viewerOf(access, id, { isRosterVisible: false })
  const isAdministrator = flags.size > 0
  const ownTeamIds = new Set([
    ...access.organizations.flatMap((each) => each.teams.map((team) => team.id)),
    ...[...access.players, ...access.following].flatMap((player) => player.teams.map((team) => team.id)),
  ])
  const visibleTeams = teams.filter(({ teamId }) => isAdministrator || ownTeamIds.has(teamId)).toSorted(byTitle)
  const { given = 0, used = 0 } = licence ?? {}
  return {
    id: organizationId,
    name: organization.name,
    archived: false as const,
    dateArchived: null,
    isOrganization: true as const,
    sport: organization.sport,
    timezone: organization.timezone,
    orgAdmins: administratorCards(administrators, flags),
    teams: await Promise.all(
      visibleTeams.map(async ({ teamId, name, archivedAt, season = '', color = '', picture }) => ({
        id: teamId,
        name,
        archived: archivedAt !== undefined,
        dateArchived: archivedAt ?? null,
        season,
        color,
        ...(await pictureField(picture, now)),
      })),
    ),
    myPlayers: access.players.map((player) => player.id).filter((player) => organizationOf(player) === organizationId),
    tag: mayKnow('name', viewer, '') ? clubTags.map(({ tagId, name }) => ({ id: tagId, name })) : [],
    permissions: [...flags],
    licenses: isAdministrator ? { given, used, licensesRemaining: Math.max(0, given - used) } : null,
  }
}
