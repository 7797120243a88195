import { organizationOf } from '#shared/ids.ts'
import { type Access, type Flag, flagsOn } from '#shared/permissions.ts'
import { byTitle } from '#shared/rules/names.ts'
import { organizationTeams } from '../table/teams.ts'

/** The teams of a club that are not archived in which somebody has a flag: all of them for who has it in the whole club. */
export async function teamsWith(flag: Flag, access: Access, organizationId: string) {
  const all = flagsOn(access, { organizationId }).has(flag)
  const listed = all
    ? (await organizationTeams.active({ organizationId }, { consistent: false })).map((team) => ({
        id: team.teamId,
        name: team.name,
      }))
    : await ownWith(flag, access, organizationId)
  return { all, teams: listed.toSorted(byTitle) }
}

async function ownWith(flag: Flag, { organizations }: Access, organizationId: string) {
  const own = organizations
    .flatMap(({ teams }) => teams)
    .filter(({ id, flags = [] }) => organizationOf(id) === organizationId && flags.includes(flag))
    .map(({ id, name }) => ({ id, name }))
  // What somebody may do with a team does not say whether it plays.
  const lines = await organizationTeams.getMany(own.map(({ id: teamId }) => ({ teamId })))
  return own.filter((_, i) => lines[i]?.archivedAt === undefined)
}
