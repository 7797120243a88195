import { withOne, writeWithAccess } from '../table/access.ts'
import {
  type Administrator,
  administratorsOf,
  type Organization,
  organizationAdministrators,
  organizations,
  organizationTeams,
  type Team,
  teamsOf,
  teams,
} from '../table/map.ts'
import { write } from '../table/table.ts'

/** A new organization, without people or teams. Refused as a conflict when it is there. */
export const createOrganization = (organization: Organization) => write(organizations.create(organization))

/** Makes someone an administrator of an organization and all its teams, with these rights. */
export async function appointAdministrator(organization: Organization, administrator: Administrator): Promise<void> {
  const { organizationId, name } = organization
  const teamList = await teamsOf({ organizationId })
  await writeWithAccess(
    administrator.userId,
    ({ organizations: list }) => ({
      organizations: withOne(list, {
        id: organizationId,
        name,
        flags: administrator.flags,
        teams: teamList.map((team) => ({ id: team.teamId, name: team.name })),
      }),
    }),
    organizationAdministrators.create({ ...administrator, organizationId }),
  )
}

/** A new team, which the organization's administrators can select at once. */
export async function createTeam(team: Team, organizationId: string): Promise<void> {
  const { teamId, name } = team
  await write(teams.create(team), organizationTeams.create({ teamId, name }))
  for (const { userId } of await administratorsOf({ organizationId }))
    await writeWithAccess(userId, ({ organizations: list }) => ({
      organizations: list.map((organization) =>
        organization.id === organizationId
          ? { ...organization, teams: withOne(organization.teams, { id: teamId, name }) }
          : organization,
      ),
    }))
}
