import { organizationOf } from '#shared/ids.ts'
import { type AccessOrganization, type AccessPlayer, type AccessTeam, noAccess } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { type AccessRow, accessRows } from './map.ts'
import { type Write, write } from './table.ts'

/**
 * Access repeats memberships so that one read answers every permission. It therefore changes only here, in the same
 * transaction as what it repeats; a change that met another one is worked out anew on the newer state.
 */
export async function writeWithAccess(
  userId: string,
  change: (access: AccessRow) => Partial<AccessRow>,
  ...others: Write[]
) {
  for (let attempt = 1; ; attempt++) {
    const before = await accessRows.get({ userId }, { consistent: true })
    const row = before ?? { ...noAccess(userId), version: 0 }
    const after = { ...change(row), version: row.version + 1 }
    try {
      return await write(
        before
          ? accessRows.change({ userId }, { set: after, when: [['version', '=', row.version]] }, 'conflict')
          : accessRows.create({ ...row, ...after }, 'conflict'),
        ...others,
      )
    } catch (error) {
      const met = error instanceof Problem && error.code === 'conflict'
      if (!met || attempt === 5) throw error
    }
  }
}

/** A list with one thing put in, in place of the one with the same id. */
export const withOne = <T extends { id: string }>(list: readonly T[], one: T): T[] =>
  list.some(({ id }) => id === one.id) ? list.map((each) => (each.id === one.id ? one : each)) : [...list, one]

/** The organizations with a team put in; the organization is added with it when it is new to this person. */
export function withTeam(
  organizations: readonly AccessOrganization[],
  organization: { id: string; name: string },
  team: AccessTeam,
): AccessOrganization[] {
  const known = organizations.find(({ id }) => id === organizationOf(team.id)) ?? { ...organization, teams: [] }
  return withOne(organizations, { ...known, teams: withOne(known.teams, team) })
}

/** The players with one of them now on these teams. */
export const withPlayerTeams = (
  players: readonly AccessPlayer[],
  playerId: string,
  teams: AccessPlayer['teams'],
): AccessPlayer[] => players.map((player) => (player.id === playerId ? { ...player, teams } : player))
