import type { Flag } from '#shared/permissions.ts'
import { entity } from './entity.ts'
import { myOrganizations, myTeams } from './me.ts'
import { type Organization, type OrganizationId, organizationPartition, organizations } from './organizations.ts'
import type { Pictured, User } from './profiles.ts'
import { all, startingWith } from './table.ts'
import { type Team, type TeamId, teamPartition, teams } from './teams.ts'
import { ifStill, ifUnchanged, type Stored, type Write } from './writes.ts'

/**
 * Who runs an organization or coaches a team: a row that lists them there, and its twin among what they may do. The names
 * of the person, the organization and the team are repeated in them, and of grown-ups where their picture is. An organization or a team that is called otherwise by
 * now is a conflict: then the twin would keep the old name.
 */
export type Administrator = User & Pictured & { firstName: string; lastName: string; flags: Flag[] }

const ofOrganization = entity<Administrator, User & OrganizationId>('Organization administrator', {
  key: (id) => ({ pk: organizationPartition(id), sk: `ORG#ADMIN#${id.userId}` }),
})
export const organizationAdministrators = {
  ...ofOrganization,
  /** The first one, in the transaction that opens the organization. */
  found: ({ organizationId, name }: Organization, administrator: Administrator): Write[] => {
    const { userId, flags } = administrator
    return [
      ofOrganization.create({ ...administrator, organizationId }),
      myOrganizations.create({ userId, organizationId, name, flags }),
    ]
  },
  /**
   * Makes someone an administrator of an organization and all its teams. `instead`: a write to the organization, for which it
   * has to be as it was read; a transaction takes no second one of it.
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
  /** Other rights for who was read, as long as they are as they were read. */
  setFlags: (id: User & OrganizationId, { version }: Stored<Administrator>, flags: Flag[]): Write[] => [
    ofOrganization.change(id, { set: { flags }, when: ifUnchanged({ version }) }),
    myOrganizations.change(id, { set: { flags } }),
  ],
  /** The same for who goes; however they are, when nobody has read them. */
  dismiss: (id: User & OrganizationId, read?: Stored<Administrator>): Write[] => [
    ofOrganization.remove(id, 'conflict', read ? ifUnchanged(read) : []),
    myOrganizations.remove(id),
  ],
  /** Holds while they are as they were read. */
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
  /** Makes someone a coach of one team. */
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
