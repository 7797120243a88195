import { organizationOf } from '#shared/ids.ts'
import { type Access, type Flag, flagsOn } from '#shared/permissions.ts'
import { byTitle } from '#shared/rules/names.ts'
import { organizationTeams } from '../table/teams.ts'

/** The club's active teams on which the user has a flag: all of them if they have it in the whole club. */
export async function teamsWith(flag: Flag, access: Access, organizationId: string) {
  const hasAllTeams = flagsOn(access, { organizationId }).has(flag)
  const foundTeams = hasAllTeams
    ? (await organizationTeams.active({ organizationId }, { consistent: false })).map((team) => ({
        id: team.teamId,
        name: team.name,
      }))
    : await ownTeamsWith(flag, access, organizationId)
  return { all: hasAllTeams, teams: foundTeams.toSorted(byTitle) }
}

async function ownTeamsWith(flag: Flag, { organizations }: Access, organizationId: string) {
  const ownTeams = organizations
    .flatMap(({ teams }) => teams)
    .filter(({ id, flags = [] }) => organizationOf(id) === organizationId && flags.includes(flag))
    .map(({ id, name }) => ({ id, name }))
  return activeTeams(ownTeams)
}

/** The active ones among these teams: a user's rights on a team do not tell whether it is archived. */
export async function activeTeams<Team extends { id: string }>(teams: readonly Team[]): Promise<Team[]> {
  const lines = await organizationTeams.getMany(teams.map(({ id: teamId }) => ({ teamId })))
  return teams.filter((_, i) => lines[i]?.archivedAt === undefined)
}
