import type { Flag } from '#shared/permissions.ts'
import { entity } from './entity.ts'
import { myOrganizations, myTeams } from './me.ts'
import { type Organization, type OrganizationId, organizationPartition, organizations } from './organizations.ts'
import type { Pictured, User } from './profiles.ts'
import { all, startingWith } from './table.ts'
import { type Team, type TeamId, teamPartition, teams } from './teams.ts'
import { ifStill, ifUnchanged, type Stored, type Write } from './writes.ts'

/**
 * An administrator of an organization, or a coach of a team: a row in that partition, and its twin in the user's partition. Both have
 * copies of names, and the row of the picture of grown-ups. Creating one is a conflict if the organization or team has been renamed since
 * it was read, because the twin would keep the old name.
 */
export type Administrator = User & Pictured & { firstName: string; lastName: string; flags: Flag[] }

const ofOrganization = entity<Administrator, User & OrganizationId>('Organization administrator', {
  key: (id) => ({ pk: organizationPartition(id), sk: `ORG#ADMIN#${id.userId}` }),
})
export const organizationAdministrators = {
  ...ofOrganization,
  /** The first administrator, in the transaction that creates the organization. */
  found: ({ organizationId, name }: Organization, administrator: Administrator): Write[] => {
    const { userId, flags } = administrator
    return [
      ofOrganization.create({ ...administrator, organizationId }),
      myOrganizations.create({ userId, organizationId, name, flags }),
    ]
  },
  /**
   * Makes somebody an administrator of an organization and all of its teams. `instead`: another write to the organization in the same
   * transaction, which takes the place of the condition check, since a transaction cannot have two on one item.
   */
  appoint: (organization: Organization, administrator: Administrator, instead?: Write): Write[] => {
    const { organizationId, name, academyEnabled, customRegistrationEnabled, adminSecondFactor } = organization
    const { userId, flags } = administrator
    const has = { academyEnabled, customRegistrationEnabled, adminSecondFactor }
    return [
      ofOrganization.create({ ...administrator, organizationId }),
      myOrganizations.create({ userId, organizationId, name, flags, ...has }),
      instead ??
        organizations.check({ organizationId }, [
          ['name', '=', name],
          ifStill('academyEnabled', academyEnabled),
          ifStill('customRegistrationEnabled', customRegistrationEnabled),
          ifStill('adminSecondFactor', adminSecondFactor),
        ]),
    ]
  },
  /** Changes the rights of an administrator, on the condition that the row is unchanged. */
  setFlags: (id: User & OrganizationId, { version }: Stored<Administrator>, flags: Flag[]): Write[] => [
    ofOrganization.change(id, { set: { flags }, when: ifUnchanged({ version }) }),
    myOrganizations.change(id, { set: { flags } }),
  ],
  /** Removes an administrator; on the condition that the row is unchanged, if it was read. */
  dismiss: (id: User & OrganizationId, read?: Stored<Administrator>): Write[] => [
    ofOrganization.remove(id, 'conflict', read ? ifUnchanged(read) : []),
    myOrganizations.remove(id),
  ],
  /** A condition check that the row is unchanged. */
  unchanged: (id: User & OrganizationId, { version }: Stored<Administrator>) =>
    ofOrganization.check(id, ifUnchanged({ version })),
  of: (id: OrganizationId) =>
    all<Administrator>({ pk: organizationPartition(id), ...startingWith('ORG#ADMIN#'), consistent: true }),
}

const ofTeam = entity<Administrator, User & TeamId>('Team administrator', {
  key: (id) => ({ pk: teamPartition(id), sk: `TEAM#ADMIN#${id.userId}` }),
})
export const teamAdministrators = {
  ...ofTeam,
  /** Makes somebody a coach of a team. */
  appoint: ({ teamId, name, organizationName }: Team, administrator: Administrator): Write[] => {
    const { userId, flags } = administrator
    return [
      ofTeam.create({ ...administrator, teamId }),
      myTeams.create({ userId, teamId, name, organizationName, flags }),
      teams.check({ teamId }, [
        ['name', '=', name],
        ['organizationName', '=', organizationName],
      ]),
    ]
  },
  setFlags: (id: User & TeamId, { version }: Stored<Administrator>, flags: Flag[]): Write[] => [
    ofTeam.change(id, { set: { flags }, when: ifUnchanged({ version }) }),
    myTeams.change(id, { set: { flags } }),
  ],
  dismiss: (id: User & TeamId, read?: Stored<Administrator>): Write[] => [
    ofTeam.remove(id, 'conflict', read ? ifUnchanged(read) : []),
    myTeams.remove(id),
  ],
  unchanged: (id: User & TeamId, { version }: Stored<Administrator>) => ofTeam.check(id, ifUnchanged({ version })),
  of: (id: TeamId) => all<Administrator>({ pk: teamPartition(id), ...startingWith('TEAM#ADMIN#'), consistent: true }),
}
