import { organizationOf } from '#shared/ids.ts'
import { entity } from './entity.ts'
import { type OrganizationId, organizationPartition, type Sport } from './organizations.ts'
import { all, startingWith } from './table.ts'
import type { Write } from './writes.ts'

export type TeamId = { teamId: string }
/** `organizationName` is the organization's name, repeated. */
export type Team = TeamId & {
  name: string
  organizationName: string
  sport: Sport
  isRosterVisible: boolean
  archivedAt?: string
}

/** The partition of a team with its coaches, roster and events. */
export const teamPartition = ({ teamId }: TeamId) => `TEAM#${teamId}`

const rows = entity<Team, TeamId>('Team', { key: (id) => ({ pk: teamPartition(id), sk: 'TEAM' }) })

/** Repeats the team's name. */
export type OrganizationTeam = TeamId & { name: string; archivedAt?: string }
export const organizationTeams = {
  ...entity<OrganizationTeam, TeamId>('Organization team', {
    key: ({ teamId }) => ({
      pk: organizationPartition({ organizationId: organizationOf(teamId) }),
      sk: `ORG#TEAM#${teamId}`,
    }),
  }),
  /** The teams of an organization as they are now. */
  of: (id: OrganizationId) =>
    all<OrganizationTeam>({ pk: organizationPartition(id), ...startingWith('ORG#TEAM#'), consistent: true }),
}

export const teams = {
  ...rows,
  /** A new team, with its line in the list of its organization. */
  start: (team: Team): Write[] => [
    rows.create(team),
    organizationTeams.create({ teamId: team.teamId, name: team.name }),
  ],
}
