import { takenByAddress } from '../../access/restoreAccess.ts'
import type { FamilyInvitation } from '../../table/familyInvitations.ts'
import { type Guardian, guardians, isAccessRevoked } from '../../table/guardians.ts'
import { type Player, players } from '../../table/players.ts'
import type { Stored } from '../../table/writes.ts'
import { invitedChildren } from './invitedChildren.ts'

/** The most other children of a household that one invitation is for. */
const maxOtherChildren = 7

type Child = { player: Stored<Player>; guardian: Guardian & { householdId: string } }

/**
 * The other children of the guardian with this address whom the club has put into the same household, without those to whom it has
 * withdrawn the guardian's access.
 */
export async function childrenOf({ playerId, email }: { playerId: string; email: string }): Promise<Child[]> {
  const ownGuardians = await guardians.of({ playerId })
  const householdId = ownGuardians.find((each) => each.email === email && each.householdId)?.householdId
  if (householdId === undefined) return []
  const householdRows = await guardians.household(householdId)
  // The index is eventually consistent, so the items themselves are read again.
  const [currentRows, takenAt] = await Promise.all([
    guardians.getMany(householdRows, { consistent: true }),
    takenByAddress([email]),
  ])
  const otherChildren = currentRows.flatMap((each) =>
    each &&
    each.playerId !== playerId &&
    each.email === email &&
    each.householdId === householdId &&
    !isAccessRevoked(each) &&
    takenAt(each) === undefined
      ? [{ ...each, householdId }]
      : [],
  )
  const uniqueChildren = otherChildren.filter(
    ({ playerId: id }, i) => otherChildren.findIndex((other) => other.playerId === id) === i,
  )
  const playerRows = await players.getMany(uniqueChildren, { consistent: true })
  const children = uniqueChildren.flatMap((guardian, i) => (playerRows[i] ? [{ player: playerRows[i], guardian }] : []))
  return children.slice(0, maxOtherChildren)
}

/** The other children that an invitation is for, as far as they still are in the same household. */
export async function otherChildrenOf(invitation: Pick<FamilyInvitation, 'playerId' | 'playerIds' | 'email'>) {
  const { playerId, email } = invitation
  const invitedIds = (await invitedChildren([invitation]))(invitation).map((child) => child.playerId)
  const otherIds = invitedIds.filter((id) => id !== playerId)
  if (otherIds.length === 0) return []
  const [ownGuardians, ...otherGuardians] = await Promise.all(
    [playerId, ...otherIds].map((id) => guardians.of({ playerId: id })),
  )
  const householdId = ownGuardians?.find((each) => each.email === email && each.householdId)?.householdId
  if (householdId === undefined) return []
  const isSame = (each: Guardian) => each.email === email && each.householdId === householdId && !isAccessRevoked(each)
  const remainingIds = otherIds.filter((_, i) => otherGuardians[i]?.some(isSame))
  const playerRows = await players.getMany(remainingIds.map((id) => ({ playerId: id })))
  return playerRows.filter((player) => player !== undefined)
}
