import type { session } from '#shared/api/session.ts'
import type { AccessOrganization, AccessPlayer } from '#shared/permissions.ts'
import { byName, byTitle, fullName } from '#shared/rules/names.ts'
import { isChildAccount } from '../people/childAccount.ts'
import type { CallOf } from '../serve.ts'
import { organizations } from '../table/organizations.ts'
import { type OrganizationTeam, organizationTeams } from '../table/teams.ts'

/** The caller's players and teams to select from, with all teams of the organizations that they administer. */
export async function readPlayersAndTeams({ me, userId, now }: CallOf<typeof session, 'GET /api/v1/playersAndTeams'>) {
  const childCheck = isChildAccount(userId, now)
  const { access } = await me
  const [organizations, isChild] = await Promise.all([Promise.all(access.organizations.map(withAllTeams)), childCheck])
  return {
    players: access.players.toSorted(byName).map(selectorPlayer),
    following: access.following.toSorted(byName).map(selectorPlayer),
    organizations: organizations.toSorted(byTitle).map((organization) => ({
      id: organization.id,
      name: organization.name,
      orgAdmin: (organization.flags ?? []).length > 0,
      permissions: organization.flags ?? [],
      teams: organization.teams.toSorted(activeFirst).map(({ id, name, flags = [], archived }) => ({
        id,
        name,
        permissions: flags,
        ...(archived && { archived }),
      })),
      academyEnabled: organization.academyEnabled ?? false,
      customRegistrationEnabled: organization.customRegistrationEnabled ?? false,
    })),
    ...(isChild && { child: true }),
    ...(access.heldBackIn && {
      heldBackIn: access.heldBackIn.toSorted(byTitle).map(({ id, name }) => ({ id, name })),
    }),
  }
}

/** An archived team can be selected, but no player added to it. */
type Selectable = Omit<AccessOrganization, 'teams'> & {
  teams: (AccessOrganization['teams'][number] & { archived?: boolean })[]
}

/** By name, active teams before archived ones: users with last season's team and this one's get this one's. */
const activeFirst = (one: Selectable['teams'][number], other: Selectable['teams'][number]): number =>
  Number(one.archived ?? false) - Number(other.archived ?? false) || byTitle(one, other)

/** Administrators of an organization can select each of its teams, including those on which they have no rights of their own. */
async function withAllTeams(organization: AccessOrganization): Promise<Selectable> {
  if (!organization.flags) {
    // Coaches also learn which features the club has and which teams are archived; their own items only hold their rights.
    const [club, lines] = await Promise.all([
      organizations.get({ organizationId: organization.id }),
      organizationTeams.getMany(organization.teams.map(({ id: teamId }) => ({ teamId }))),
    ])
    const { academyEnabled = false, customRegistrationEnabled = false } = club ?? {}
    const teams = organization.teams.map((team, i) => ({ ...team, archived: lines[i]?.archivedAt !== undefined }))
    return { ...organization, teams, academyEnabled, customRegistrationEnabled }
  }
  const flagsOf = new Map(organization.teams.map(({ id, flags = [] }) => [id, flags]))
  const all = await organizationTeams.of({ organizationId: organization.id })
  const toTeam = ({ teamId: id, name, archivedAt }: OrganizationTeam) => ({
    id,
    name,
    flags: flagsOf.get(id) ?? [],
    archived: archivedAt !== undefined,
  })
  return { ...organization, teams: all.map(toTeam) }
}

const selectorPlayer = (player: AccessPlayer) => ({
  id: player.id,
  name: fullName(player),
  ...(player.lacks && { lacks: [...player.lacks] }),
  orgUnits: player.teams.map(({ id, name, archivedAt = null }) => ({
    id,
    name,
    isOrganization: false,
    dateArchived: archivedAt,
  })),
})
