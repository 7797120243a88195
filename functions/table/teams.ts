import { organizationOf, teamOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { entity } from './entity.ts'
import { licences } from './licences.ts'
import { type OrganizationId, organizationPartition, organizationPartitionOf, type Sport } from './organizations.ts'
import { all, startingWith, retryOnConflict, write } from './table.ts'
import type { ifUnchanged, Stored, Stamp, Write } from './writes.ts'

export type TeamId = { teamId: string }
/** `organizationName` is the organization's name, repeated. */
export type Team = TeamId & {
  name: string
  organizationName: string
  sport: Sport
  isRosterVisible: boolean
  season?: string
  /** `#rrggbb`. */
  color?: string
  /** The file with its picture. */
  picture?: string
  archivedAt?: string
}

/** The partition of a team with its coaches, roster and events. */
export const teamPartition = ({ teamId }: TeamId) => `TEAM#${teamId}`
/** That of the team that an id names or lies in; of an id without a team that of its club. */
export function unitPartition(id: string): string {
  const teamId = teamOf(id)
  return teamId ? teamPartition({ teamId }) : organizationPartitionOf(id)
}

const rows = entity<Team, TeamId>('Team', { key: (id) => ({ pk: teamPartition(id), sk: 'TEAM' }) })

/** Repeats what a list shows of the team. */
export type OrganizationTeam = TeamId & Pick<Team, 'name' | 'archivedAt' | 'season' | 'color' | 'picture'>
const lineOf = ({ teamId, name, season, color }: Team): OrganizationTeam => ({
  teamId,
  name,
  ...(season && { season }),
  ...(color && { color }),
})
/** The teams of an organization as they are now; as they were a moment ago where `consistent` is false, for half. */
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
  /** Those that are not archived. */
  active: async (...asked: Parameters<typeof teamsOf>) =>
    (await teamsOf(...asked)).filter(({ archivedAt }) => archivedAt === undefined),
}

const lines = (team: Team): Write[] => [organizationTeams.create(lineOf(team))]

async function teamNow({ teamId }: TeamId): Promise<Stored<Team>> {
  const team = await rows.get({ teamId }, { consistent: true })
  if (!team) throw new Problem('not_found')
  return team
}

/** One transaction: the team, its line in the organization's list, the organization's count of licences, and what tells of it. */
const setArchived = (stamp: Stamp, { teamId }: TeamId, archivedAt: string | undefined, told: Write[] = []) =>
  retryOnConflict(async () => {
    const id = { teamId }
    const organization = { organizationId: organizationOf(teamId) }
    const [team, counted] = await Promise.all([teamNow(id), licences.get(organization, { consistent: true })])
    const isArchived = team.archivedAt !== undefined
    if (isArchived === (archivedAt !== undefined)) return
    const was = isArchived ? 'exists' : 'not exists'
    await write(
      stamp,
      rows.change(id, { set: { archivedAt }, when: [['archivedAt', was]] }),
      organizationTeams.change(id, { set: { archivedAt } }),
      // Who was never given any has none to count.
      ...(isArchived || counted ? [licences[isArchived ? 'use' : 'free'](organization)] : []),
      ...told,
    )
  })

export const teams = {
  ...rows,
  now: teamNow,
  /** A new team, with its line in the list of its organization. */
  start: (team: Team): Write[] => [rows.create(team), ...lines(team)],
  /** The same for a team whose id its maker has chosen, and with a licence for it; refused when none is left. */
  open: (team: Team): Write[] => [
    rows.createOnce(team),
    ...lines(team),
    licences.use({ organizationId: organizationOf(team.teamId) }),
  ],
  /** Changes what a team is called and how it is shown, with its line in the list. */
  rename: (team: Team, when: ReturnType<typeof ifUnchanged>): Write[] => {
    const { teamId, name, season, color, sport, isRosterVisible } = team
    return [
      rows.change({ teamId }, { set: { name, season, color, sport, isRosterVisible }, when }),
      organizationTeams.change({ teamId }, { set: { name, season, color } }),
    ]
  },
  /** Puts up a picture, or takes it down, while the one before stands. */
  show: ({ teamId, picture: before }: Stored<Team>, picture: string | undefined): Write[] => [
    rows.change(
      { teamId },
      { set: { picture }, when: [before === undefined ? ['picture', 'not exists'] : ['picture', '=', before]] },
    ),
    organizationTeams.change({ teamId }, { set: { picture } }),
  ],
  /** An archived team frees its licence; one that is archived already stays as it is. `told`: what is written if it was not. */
  archive: (stamp: Stamp, id: TeamId, told?: Write[]) => setArchived(stamp, id, stamp.at, told),
  /** Takes a licence, or is refused when none is left. */
  unarchive: (stamp: Stamp, id: TeamId) => setArchived(stamp, id, undefined),
}
