import type { academy } from '#shared/api/academy.ts'
import { kindOf } from '#shared/ids.ts'
import { flagsOn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import {
  type AccessType,
  coachedTeams,
  isStaffOf,
  mayChangeShare,
  maxNodes,
  maxShares,
  type Party,
  partyOfUser,
  userOf,
} from '#shared/rules/shares.ts'
import { itemForStaff, type OpenLibrary } from './libraryAccess.ts'
import type { CallOf } from '../serve.ts'
import { libraries } from '../table/libraries.ts'
import { meOf } from '../table/me.ts'
import { players } from '../table/players.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { organizationTeams } from '../table/teams.ts'
import { knowsPlayer } from './playerFor.ts'

type Call = CallOf<typeof academy, 'POST /rest-api/academy/storage/share/organization/{orgId}'>
type Body = Call['body']
type RequestedShares = ReadonlyMap<Party, AccessType | undefined>

/** The wanted access per party; REMOVE and `deleted` remove a share, and removals win. */
function requestedShares({ added, updated, deleted }: Body): RequestedShares {
  const accessByParty = new Map<Party, AccessType | undefined>()
  for (const changes of [added, updated]) {
    for (const { userId, accessType } of changes?.admins ?? [])
      accessByParty.set(partyOfUser(userId), accessType === 'REMOVE' ? undefined : accessType)
    // Teams and players can use an item.
    for (const { orgUnitId } of changes?.orgUnits ?? []) accessByParty.set(orgUnitId, 'USER')
    for (const { playerId } of changes?.players ?? []) accessByParty.set(playerId, 'USER')
  }
  for (const { userId } of deleted?.admins ?? []) accessByParty.set(partyOfUser(userId), undefined)
  for (const { orgUnitId } of deleted?.orgUnits ?? []) accessByParty.set(orgUnitId, undefined)
  for (const { playerId } of deleted?.players ?? []) accessByParty.set(playerId, undefined)
  return accessByParty
}

/** Changes the shares of an item in one transaction. */
export const changeShares = ({ params: { orgId }, body, me, stamp }: Call) =>
  retryOnConflict(async () => {
    const { storageItemId } = body
    const { item, library, access } = await itemForStaff(me, storageItemId)
    const { tree } = library
    const node = tree[storageItemId] ?? {}
    const before = node.shares ?? {}
    const changedShares = [...requestedShares(body)].filter(([party, accessType]) => before[party] !== accessType)
    if (changedShares.some(([party, accessType]) => !mayChangeShare(access, before[party], accessType)))
      throw new Problem('beyond_rights')
    const added = changedShares.flatMap(([party, accessType]) =>
      accessType !== undefined && before[party] === undefined ? [party] : [],
    )
    await refuseStrangers(library, orgId, added)
    const shares = { ...before }
    for (const [party, accessType] of changedShares) {
      if (accessType === undefined) delete shares[party]
      else shares[party] = accessType
    }
    if (Object.keys(shares).length > maxShares) throw new Problem('library_full')
    if (added.length > 0 && libraries.isFull(library)) throw new Problem('library_full')
    if (!tree[storageItemId] && Object.keys(tree).length >= maxNodes) throw new Problem('library_full')
    const { shares: _, ...rest } = node
    const isShared = Object.keys(shares).length > 0
    if (changedShares.length > 0)
      await write(stamp, libraries.change(library, { [item.storageItemId]: { ...rest, ...(isShared && { shares }) } }))
    return { shared: Object.keys(shares).length }
  })

/**
 * Only the club's own people, teams and players; those who do not own the library can only share with their own teams and
 * players.
 */
async function refuseStrangers(library: OpenLibrary, organizationId: string, parties: readonly Party[]) {
  const kindsOf = (kind: string) => parties.filter((party) => !userOf(party) && kindOf(party) === kind)
  const people = parties.flatMap((party) => userOf(party) ?? [])
  const [teams, foundPlayers, accesses] = await Promise.all([
    organizationTeams.getMany(kindsOf('team').map((teamId) => ({ teamId }))),
    players.getMany(kindsOf('player').map((playerId) => ({ playerId }))),
    Promise.all(people.map((userId) => meOf({ userId }))),
  ])
  if (teams.includes(undefined) || foundPlayers.includes(undefined)) throw new Problem('not_found')
  if (accesses.some(({ access }) => !isStaffOf(access, organizationId))) throw new Problem('not_found')
  const { access, reader } = library
  if (reader.owns) return
  const ownTeamIds = new Set(coachedTeams(access, organizationId))
  const isAdministrator = flagsOn(access, { organizationId }).size > 0
  const exceedsRights =
    (!isAdministrator && parties.includes(organizationId)) ||
    (!isAdministrator && kindsOf('team').some((teamId) => !ownTeamIds.has(teamId))) ||
    foundPlayers.some((player) => player && !knowsPlayer(access, player))
  if (exceedsRights) throw new Problem('beyond_rights')
}
