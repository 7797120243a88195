import type { academy } from '#shared/api/academy.ts'
import { organizationOf } from '#shared/ids.ts'
import { storageLimit } from '#shared/rules/library.ts'
import { accessTo, coachedTeams, isAtLeast } from '#shared/rules/shares.ts'
import { byName, byTitle, fullName } from '#shared/rules/names.ts'
import { libraryFor } from './libraryAccess.ts'
import type { CallOf } from '../serve.ts'
import { libraryUsage } from '../table/libraries.ts'
import { licences } from '../table/licences.ts'
import { organizations } from '../table/organizations.ts'
import { isActiveTeam } from '../table/players.ts'
import { organizationTeams } from '../table/teams.ts'
import { activeTeams } from '../access/teamsWith.ts'

type Api = typeof academy

/** The access key id with which this function presigns URLs: that of its role's session; it is visible in every such URL. */
export async function readSigningKey(_call: CallOf<Api, 'GET /api/v1/awsSigningKey'>) {
  return { awsSigningKey: process.env.AWS_ACCESS_KEY_ID ?? '' }
}

export async function listPlayerPlaces({ me }: CallOf<Api, 'GET /rest-api/academy/organization-player'>) {
  const { access } = await me
  const line = (following: boolean) => (player: (typeof access.players)[number]) => ({
    id: player.id,
    name: fullName(player),
    following,
    teams: player.teams.filter(isActiveTeam).map(({ name }) => name),
    organizationId: organizationOf(player.id),
  })
  return {
    players: [
      ...access.players.toSorted(byName).map(line(false)),
      ...access.following.toSorted(byName).map(line(true)),
    ],
  }
}

export async function listPlaces({ me }: CallOf<Api, 'GET /rest-api/academy/organization'>) {
  const { access } = await me
  const clubs = await Promise.all(
    access.organizations.map(async ({ id, name, flags, teams }) => {
      const coached = coachedTeams(access, id)
      const [active, ownTeams, club] = await Promise.all([
        flags ? organizationTeams.active({ organizationId: id }, { consistent: false }) : undefined,
        flags ? [] : activeTeams(teams.filter((team) => coached.includes(team.id))),
        organizations.get({ organizationId: id }),
      ])
      return {
        id,
        name,
        orgAdmin: (flags ?? []).length > 0,
        academyEnabled: club?.academyEnabled ?? false,
        teams: (active?.map((team) => ({ id: team.teamId, name: team.name })) ?? ownTeams).toSorted(byTitle),
      }
    }),
  )
  return { organizations: clubs.toSorted(byTitle) }
}

/** The caller's rights in a library, and its used storage. */
export async function readLevel({
  params: { orgId: organizationId },
  me,
}: CallOf<Api, 'GET /rest-api/academy/org-admin/level/organization/{orgId}'>) {
  const [{ club, reader, isStaff }, usage, licenceCount] = await Promise.all([
    libraryFor(me, organizationId),
    libraryUsage.get({ organizationId }),
    licences.get({ organizationId }),
  ])
  return {
    level: reader.owns ? ('OWNER' as const) : null,
    mayAdd: isStaff,
    academyEnabled: club?.academyEnabled ?? false,
    storage: isStaff ? { used: usage?.bytes ?? 0, limit: storageLimit(licenceCount?.given ?? 0) } : null,
  }
}

export async function readTree({
  params: { orgId },
  me,
}: CallOf<Api, 'GET /rest-api/academy/storage/organization/{orgId}/tree'>) {
  const { tree, reader } = await libraryFor(me, orgId)
  const openFolders = Object.entries(tree).flatMap(([id, { name, parentId }]) => {
    const access = name === undefined ? undefined : accessTo(tree, { id }, reader)
    return name !== undefined && access && isAtLeast(access, 'VIEWER') ? [{ id, name, parentId, access }] : []
  })
  const ids = new Set(openFolders.map(({ id }) => id))
  return {
    folders: openFolders
      // A folder whose parent the caller cannot open is listed at the top.
      .map(({ parentId, ...folder }) => ({ ...folder, parentId: parentId && ids.has(parentId) ? parentId : null }))
      .toSorted(byTitle),
  }
}
