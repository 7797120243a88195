import type { Flag } from '#shared/permissions.ts'
import { entity } from './entity.ts'
import { myOrganizations, myTeams } from './me.ts'
import { type Organization, type OrganizationId, organizationPartition, organizations } from './organizations.ts'
import type { Pictured, User } from './profiles.ts'
import { all, startingWith } from './table.ts'
import { type Team, type TeamId, teamPartition, teams } from './teams.ts'
import { ifAttributeUnchanged, ifUnchanged, type Stored, type Write } from './writes.ts'

/**
 * An administrator of an organization, or a coach of a team: a row in that partition, and its twin in the user's partition. Both have
 * copies of names, and the row of the picture of grown-ups. Creating one is a conflict if the organization or team has been renamed since
 * it was read, because the twin would keep the old name.
 */
export type Administrator = User & Pictured & { firstName: string; lastName: string; flags: Flag[] }

const organizationRows = entity<Administrator, User & OrganizationId>('Organization administrator', {
  key: (id) => ({ pk: organizationPartition(id), sk: `ORG#ADMIN#${id.userId}` }),
})
export const organizationAdministrators = {
  ...organizationRows,
  /** The first administrator, in the transaction that creates the organization. */
  createFirst: ({ organizationId, name }: Organization, administrator: Administrator): Write[] => {
    const { userId, flags } = administrator
    return [
      organizationRows.create({ ...administrator, organizationId }),
      myOrganizations.create({ userId, organizationId, name, flags }),
    ]
  },
  /**
   * Makes somebody an administrator of an organization and all of its teams. `organizationWrite`: another write to the organization in the same
   * transaction, which takes the place of the condition check, since a transaction cannot have two on one item.
   */
  appoint: (organization: Organization, administrator: Administrator, organizationWrite?: Write): Write[] => {
    const { organizationId, name, academyEnabled, customRegistrationEnabled, adminSecondFactor } = organization
    const { userId, flags } = administrator
    const settings = { academyEnabled, customRegistrationEnabled, adminSecondFactor }
    return [
      organizationRows.create({ ...administrator, organizationId }),
      myOrganizations.create({ userId, organizationId, name, flags, ...settings }),
      organizationWrite ??
        organizations.check({ organizationId }, [
          ['name', '=', name],
          ifAttributeUnchanged('academyEnabled', academyEnabled),
          ifAttributeUnchanged('customRegistrationEnabled', customRegistrationEnabled),
          ifAttributeUnchanged('adminSecondFactor', adminSecondFactor),
        ]),
    ]
  },
  /** Changes the rights of an administrator, on the condition that the row is unchanged. */
  setFlags: (id: User & OrganizationId, { version }: Stored<Administrator>, flags: Flag[]): Write[] => [
    organizationRows.change(id, { set: { flags }, when: ifUnchanged({ version }) }),
    myOrganizations.change(id, { set: { flags } }),
  ],
  /** Removes an administrator; on the condition that the row is unchanged, if it was read. */
  dismiss: (id: User & OrganizationId, stored?: Stored<Administrator>): Write[] => [
    organizationRows.remove(id, 'conflict', stored ? ifUnchanged(stored) : []),
    myOrganizations.remove(id),
  ],
  /** A condition check that the row is unchanged. */
  checkUnchanged: (id: User & OrganizationId, { version }: Stored<Administrator>) =>
    organizationRows.check(id, ifUnchanged({ version })),
  of: (id: OrganizationId) =>
    all<Administrator>({ pk: organizationPartition(id), ...startingWith('ORG#ADMIN#'), consistent: true }),
}

const teamRows = entity<Administrator, User & TeamId>('Team administrator', {
  key: (id) => ({ pk: teamPartition(id), sk: `TEAM#ADMIN#${id.userId}` }),
})
export const teamAdministrators = {
  ...teamRows,
  /** Makes somebody a coach of a team. */
  appoint: ({ teamId, name, organizationName }: Team, administrator: Administrator): Write[] => {
    const { userId, flags } = administrator
    return [
      teamRows.create({ ...administrator, teamId }),
      myTeams.create({ userId, teamId, name, organizationName, flags }),
      teams.check({ teamId }, [
        ['name', '=', name],
        ['organizationName', '=', organizationName],
      ]),
    ]
  },
  setFlags: (id: User & TeamId, { version }: Stored<Administrator>, flags: Flag[]): Write[] => [
    teamRows.change(id, { set: { flags }, when: ifUnchanged({ version }) }),
    myTeams.change(id, { set: { flags } }),
  ],
  dismiss: (id: User & TeamId, stored?: Stored<Administrator>): Write[] => [
    teamRows.remove(id, 'conflict', stored ? ifUnchanged(stored) : []),
    myTeams.remove(id),
  ],
  checkUnchanged: (id: User & TeamId, { version }: Stored<Administrator>) =>
    teamRows.check(id, ifUnchanged({ version })),
  of: (id: TeamId) => all<Administrator>({ pk: teamPartition(id), ...startingWith('TEAM#ADMIN#'), consistent: true }),
}
