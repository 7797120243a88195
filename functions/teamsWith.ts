import { organizationOf } from '#shared/ids.ts'
import { type Access, type Flag, flagsOn } from '#shared/permissions.ts'
import { byTitle } from '#shared/rules/names.ts'
import { organizationTeams } from './table/teams.ts'

/** The teams of a club in which somebody has a flag: all of them for who has it in the whole club. */
export async function teamsWith(flag: Flag, access: Access, organizationId: string) {
  const all = flagsOn(access, { organizationId }).has(flag)
  const listed = all
    ? (await organizationTeams.of({ organizationId }, { consistent: false }))
        .filter(({ archivedAt }) => archivedAt === undefined)
        .map(({ teamId: id, name }) => ({ id, name }))
    : access.organizations
        .flatMap(({ teams }) => teams)
        .filter(({ id, flags = [] }) => organizationOf(id) === organizationId && flags.includes(flag))
        .map(({ id, name }) => ({ id, name }))
  return { all, teams: listed.toSorted(byTitle) }
}
