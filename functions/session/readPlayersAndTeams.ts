import type { session } from '#shared/api/session.ts'
import type { AccessPlayer } from '#shared/permissions.ts'
import { byTitle, fullName } from '#shared/rules/names.ts'
import type { CallOf } from '../serve.ts'

/** All that can be selected, from the one item that the permission check reads anyway. */
export async function readPlayersAndTeams({ me }: CallOf<typeof session, 'GET /api/v1/playersAndTeams'>) {
  const { access } = await me
  return {
    players: access.players.map(selectorPlayer),
    following: access.following.map(selectorPlayer),
    organizations: access.organizations.toSorted(byTitle).map((organization) => ({
      id: organization.id,
      name: organization.name,
      orgAdmin: (organization.flags ?? []).length > 0,
      permissions: organization.flags ?? [],
      teams: organization.teams.toSorted(byTitle).map(({ id, name, flags = [] }) => ({ id, name, permissions: flags })),
      academyEnabled: organization.academyEnabled ?? false,
      customRegistrationEnabled: organization.customRegistrationEnabled ?? false,
    })),
  }
}

const selectorPlayer = (player: AccessPlayer) => ({
  id: player.id,
  name: fullName(player),
  orgUnits: player.teams.map(({ name, archivedAt = null }) => ({
    name,
    isOrganization: false,
    dateArchived: archivedAt,
  })),
})
