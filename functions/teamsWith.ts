import { organizationOf } from '#shared/ids.ts'
import { type Access, type Flag, flagsOn } from '#shared/permissions.ts'
import { byTitle } from '#shared/rules/names.ts'
import { organizationTeams } from './table/teams.ts'

/** The teams of a club in which somebody has a flag: all of them for who has it in the whole club. */
export async function teamsWith(flag: Flag, access: Access, organizationId: string) {
  const all = flagsOn(access, { organizationId }).has(flag)
  const listed = all
    ? (await organizationTeams.active({ organizationId }, { consistent: false })).map((team) => ({
        id: team.teamId,
        name: team.name,
      }))
    : access.organizations
        .flatMap(({ teams }) => teams)
        .filter(({ id, flags = [] }) => organizationOf(id) === organizationId && flags.includes(flag))
        .map(({ id, name }) => ({ id, name }))
  return { all, teams: listed.toSorted(byTitle) }
}
