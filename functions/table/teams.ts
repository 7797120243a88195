import { organizationOf, teamOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { entity } from './entity.ts'
import { licences } from './licences.ts'
import { type OrganizationId, organizationPartition, organizationPartitionOf, type Sport } from './organizations.ts'
import { all, startingWith, retryOnConflict, write } from './table.ts'
import type { ifUnchanged, Stored, Stamp, Write } from './writes.ts'

export type TeamId = { teamId: string }
/** `organizationName`: a copy of the organization's name. */
export type Team = TeamId & {
  name: string
  organizationName: string
  sport: Sport
  isRosterVisible: boolean
  season?: string
  /** As `#rrggbb`. */
  color?: string
  /** The id of the file with its picture. */
  picture?: string
  archivedAt?: string
}

/** The partition of a team with its coaches, roster and events. */
export const teamPartition = ({ teamId }: TeamId) => `TEAM#${teamId}`
/** The partition of the team in an id; for an id without a team, that of the club. */
export function unitPartition(id: string): string {
  const teamId = teamOf(id)
  return teamId ? teamPartition({ teamId }) : organizationPartitionOf(id)
}

const rows = entity<Team, TeamId>('Team', { key: (id) => ({ pk: teamPartition(id), sk: 'TEAM' }) })

/** A team's row in the list of its organization. */
export type OrganizationTeam = TeamId & Pick<Team, 'name' | 'archivedAt' | 'season' | 'color' | 'picture'>
const listRowOf = ({ teamId, name, season, color }: Team): OrganizationTeam => ({
  teamId,
  name,
  ...(season && { season }),
  ...(color && { color }),
})
/** The teams of an organization, consistent unless `consistent` is false, which costs half. */
const teamsOf = (id: OrganizationId, { consistent = true } = {}) =>
  all<OrganizationTeam>({ pk: organizationPartition(id), ...startingWith('ORG#TEAM#'), consistent })
export const organizationTeams = {
  ...entity<OrganizationTeam, TeamId>('Organization team', {
    key: ({ teamId }) => ({
      pk: organizationPartitionOf(teamId),
      sk: `ORG#TEAM#${teamId}`,
    }),
  }),
  of: teamsOf,
  /** The teams that are not archived. */
  active: async (...args: Parameters<typeof teamsOf>) =>
    (await teamsOf(...args)).filter(({ archivedAt }) => archivedAt === undefined),
}

const listWrites = (team: Team): Write[] => [organizationTeams.create(listRowOf(team))]

async function readTeam({ teamId }: TeamId): Promise<Stored<Team>> {
  const team = await rows.get({ teamId }, { consistent: true })
  if (!team) throw new Problem('not_found')
  return team
}

/** One transaction: the team, its row in the organization's list, the organization's count of licences, and mails about it. */
const setArchived = (stamp: Stamp, { teamId }: TeamId, archivedAt: string | undefined, mails: Write[] = []) =>
  retryOnConflict(async () => {
    const id = { teamId }
    const organization = { organizationId: organizationOf(teamId) }
    const [team, licenceCount] = await Promise.all([readTeam(id), licences.get(organization, { consistent: true })])
    const isArchived = team.archivedAt !== undefined
    if (isArchived === (archivedAt !== undefined)) return
    const archivedCondition = isArchived ? 'exists' : 'not exists'
    await write(
      stamp,
      rows.change(id, { set: { archivedAt }, when: [['archivedAt', archivedCondition]] }),
      organizationTeams.change(id, { set: { archivedAt } }),
      // An organization without licences has no count.
      ...(isArchived || licenceCount ? [licences[isArchived ? 'use' : 'free'](organization)] : []),
      ...mails,
    )
  })

export const teams = {
  ...rows,
  read: readTeam,
  /** Creates a team, with its row in the organization's list. */
  createUnlicensed: (team: Team): Write[] => [rows.create(team), ...listWrites(team)],
  /** The same for an id that the caller has chosen, and with a licence; refused if none is left. */
  createLicensed: (team: Team): Write[] => [
    rows.createOnce(team),
    ...listWrites(team),
    licences.use({ organizationId: organizationOf(team.teamId) }),
  ],
  /** Changes a team's name and appearance, with its row in the list. */
  rename: (team: Team, when: ReturnType<typeof ifUnchanged>): Write[] => {
    const { teamId, name, season, color, sport, isRosterVisible } = team
    return [
      rows.change({ teamId }, { set: { name, season, color, sport, isRosterVisible }, when }),
      organizationTeams.change({ teamId }, { set: { name, season, color } }),
    ]
  },
  /** Sets or removes the picture, on the condition that the previous one is unchanged. */
  setPicture: ({ teamId, picture: before }: Stored<Team>, picture: string | undefined): Write[] => [
    rows.change(
      { teamId },
      { set: { picture }, when: [before === undefined ? ['picture', 'not exists'] : ['picture', '=', before]] },
    ),
    organizationTeams.change({ teamId }, { set: { picture } }),
  ],
  /** A condition check that fails with `team_archived` if the team in an id has been archived; none for an id without a team. */
  checkNotArchived: (id: string): Write[] => {
    const teamId = teamOf(id)
    return teamId === undefined ? [] : [rows.check({ teamId }, [['archivedAt', 'not exists']], 'team_archived')]
  },
  /** Archives a team and frees its licence, with the writes `mails`; nothing if it is archived already. */
  archive: (stamp: Stamp, id: TeamId, mails?: Write[]) => setArchived(stamp, id, stamp.at, mails),
  /** Unarchives a team with a licence; refused if none is left. */
  unarchive: (stamp: Stamp, id: TeamId) => setArchived(stamp, id, undefined),
}
