import type { FamilyInvitation } from '../../table/familyInvitations.ts'
import { type Guardian, guardians, isAccessRevoked } from '../../table/guardians.ts'
import { type Player, players } from '../../table/players.ts'
import type { Stored } from '../../table/writes.ts'
import { meantIn } from './named.ts'

/** The most other children of a household that one invitation is for. */
const maxOthers = 7

type Child = { player: Stored<Player>; guardian: Guardian & { householdId: string } }

/**
 * The other children of the guardian with this address whom the club has put into the same household, without those to whom it has
 * withdrawn the guardian's access.
 */
export async function childrenOf({ playerId, email }: { playerId: string; email: string }): Promise<Child[]> {
  const known = await guardians.of({ playerId })
  const householdId = known.find((each) => each.email === email && each.householdId)?.householdId
  if (householdId === undefined) return []
  const around = await guardians.household(householdId)
  // The index is eventually consistent, so the items themselves are read again.
  const now = await guardians.getMany(around, { consistent: true })
  const others = now.flatMap((each) =>
    each &&
    each.playerId !== playerId &&
    each.email === email &&
    each.householdId === householdId &&
    !isAccessRevoked(each)
      ? [{ ...each, householdId }]
      : [],
  )
  const once = others.filter(({ playerId: id }, i) => others.findIndex((other) => other.playerId === id) === i)
  const there = await players.getMany(once, { consistent: true })
  const children = once.flatMap((guardian, i) => (there[i] ? [{ player: there[i], guardian }] : []))
  return children.slice(0, maxOthers)
}

/** The other children that an invitation is for, as far as they still are in the same household. */
export async function othersIn(invitation: Pick<FamilyInvitation, 'playerId' | 'playerIds' | 'email'>) {
  const { playerId, email } = invitation
  const meant = (await meantIn([invitation]))(invitation).map((child) => child.playerId)
  const others = meant.filter((id) => id !== playerId)
  if (others.length === 0) return []
  const [own, ...otherGuardians] = await Promise.all([playerId, ...others].map((id) => guardians.of({ playerId: id })))
  const householdId = own?.find((each) => each.email === email && each.householdId)?.householdId
  if (householdId === undefined) return []
  const isSame = (each: Guardian) => each.email === email && each.householdId === householdId && !isAccessRevoked(each)
  const still = others.filter((_, i) => otherGuardians[i]?.some(isSame))
  const found = await players.getMany(still.map((id) => ({ playerId: id })))
  return found.filter((player) => player !== undefined)
}
