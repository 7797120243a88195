import { organizationOf, teamOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { entity } from './entity.ts'
import { licences } from './licences.ts'
import { type OrganizationId, organizationPartition, organizationPartitionOf, type Sport } from './organizations.ts'
import { all, startingWith, retryOnConflict, write } from './table.ts'
import type { ifUnchanged, Stored, Stamp, Write } from './writes.ts'

export type TeamId = { teamId: string }
/** `organizationName` is a copy of the organization's name. */
export type Team = TeamId & {
  name: string
  organizationName: string
  sport: Sport
  isRosterVisible: boolean
  season?: string
  /** As `#rrggbb`. */
  color?: string
  /** The file with its picture. */
  picture?: string
  archivedAt?: string
}

/** The partition of a team with its coaches, roster and events. */
export const teamPartition = ({ teamId }: TeamId) => `TEAM#${teamId}`
/** The partition of the team in an id, or of its club if there is no team. */
export function unitPartition(id: string): string {
  const teamId = teamOf(id)
  return teamId ? teamPartition({ teamId }) : organizationPartitionOf(id)
}

const rows = entity<Team, TeamId>('Team', { key: (id) => ({ pk: teamPartition(id), sk: 'TEAM' }) })

/** Copies what lists show of a team. */
export type OrganizationTeam = TeamId & Pick<Team, 'name' | 'archivedAt' | 'season' | 'color' | 'picture'>
const lineOf = ({ teamId, name, season, color }: Team): OrganizationTeam => ({
  teamId,
  name,
  ...(season && { season }),
  ...(color && { color }),
})
/** An organization's teams; with `consistent: false` eventually consistent, for half the cost. */
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
  active: async (...asked: Parameters<typeof teamsOf>) =>
    (await teamsOf(...asked)).filter(({ archivedAt }) => archivedAt === undefined),
}

const lines = (team: Team): Write[] => [organizationTeams.create(lineOf(team))]

async function teamNow({ teamId }: TeamId): Promise<Stored<Team>> {
  const team = await rows.get({ teamId }, { consistent: true })
  if (!team) throw new Problem('not_found')
  return team
}

/** One transaction: the team, its row in the organization's list, the number of licences used, and `told`. */
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
      // An organization that never had licences has none to count.
      ...(isArchived || counted ? [licences[isArchived ? 'use' : 'free'](organization)] : []),
      ...told,
    )
  })

export const teams = {
  ...rows,
  now: teamNow,
  /** A new team, with its row in the list of its organization. */
  start: (team: Team): Write[] => [rows.create(team), ...lines(team)],
  /** The same for a team whose id was chosen by its creator, with a licence; refused if none is left. */
  open: (team: Team): Write[] => [
    rows.createOnce(team),
    ...lines(team),
    licences.use({ organizationId: organizationOf(team.teamId) }),
  ],
  /** Changes a team's name and settings, with its row in the list. */
  rename: (team: Team, when: ReturnType<typeof ifUnchanged>): Write[] => {
    const { teamId, name, season, color, sport, isRosterVisible } = team
    return [
      rows.change({ teamId }, { set: { name, season, color, sport, isRosterVisible }, when }),
      organizationTeams.change({ teamId }, { set: { name, season, color } }),
    ]
  },
  /** Sets or removes a picture, if the previous one is unchanged. */
  show: ({ teamId, picture: before }: Stored<Team>, picture: string | undefined): Write[] => [
    rows.change(
      { teamId },
      { set: { picture }, when: [before === undefined ? ['picture', 'not exists'] : ['picture', '=', before]] },
    ),
    organizationTeams.change({ teamId }, { set: { picture } }),
  ],
  /** Archives a team and frees its licence; an archived team is left unchanged. `told`: further writes if it was not archived. */
  archive: (stamp: Stamp, id: TeamId, told?: Write[]) => setArchived(stamp, id, stamp.at, told),
  /** Takes a licence; refused if none is left. */
  unarchive: (stamp: Stamp, id: TeamId) => setArchived(stamp, id, undefined),
}
