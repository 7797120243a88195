import { registrationPlayerOf, teamOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { fees } from '../../table/fees.ts'
import type { Merge } from '../../table/merges.ts'
import { isActive, isLanding, type RegistrationEntry, registrationEntries } from '../../table/registrationEntries.ts'
import { registrations } from '../../table/registrations.ts'
import { ifUnchanged, type Stored, type Write } from '../../table/writes.ts'
import type { Side } from './sides.ts'

type Entry = Stored<RegistrationEntry>
const idOf = ({ registrationId, playerId }: Entry) => registrationPlayerOf(registrationId, playerId)

/** Registrations on which both players have a place or wait for one: a merge does not decide which of the two is given up. */
const commonRegistrations = (keep: Side, gone: Side): { merged: Entry; own: Entry }[] =>
  gone.places.filter(isActive).flatMap((merged) => {
    const ownTeamIds = keep.places.find((each) => isActive(each) && each.registrationId === merged.registrationId)
    return ownTeamIds ? [{ merged, own: ownTeamIds }] : []
  })

/** Throws for registrations that a merge cannot move; `conflict` for one that a worker is just completing. */
export function refusePlaces(keep: Side, gone: Side): void {
  if (commonRegistrations(keep, gone).length > 0) throw new Problem('both_registered')
  refuseLanding(gone.places)
}

/** The registrations for the preview: names, and the paid sums for a caller who may edit fees. */
export const twiceRegistered = (keep: Side, gone: Side, mayEditFees: boolean) =>
  Promise.all(
    commonRegistrations(keep, gone).map(async ({ merged, own: ownTeamIds }) => {
      const [registration, keepPaid, gonePaid] = await Promise.all([
        registrations.get(merged),
        mayEditFees ? paidFor(ownTeamIds) : null,
        mayEditFees ? paidFor(merged) : null,
      ])
      const name = registration?.name ?? ''
      return { registrationId: merged.registrationId, name, keepPaidInCents: keepPaid, gonePaidInCents: gonePaid }
    }),
  )

async function paidFor(entry: Entry): Promise<number> {
  const feeRows = await fees.ofPlayer(entry.playerId, { consistent: true })
  return feeRows.reduce(
    (sum, { registrationPlayerId, paid }) => sum + (registrationPlayerId === idOf(entry) ? paid : 0),
    0,
  )
}

/** Waits for an entry that is still landing on its team and being charged. */
function refuseLanding(places: readonly Entry[]): void {
  if (places.some(isLanding)) throw new Problem('conflict')
}

/** Marks each registration with the kept player's id; its own id is unchanged. */
export function moveRegistrations(keep: Side, gone: Side): Write[] {
  const { playerId: ownerId, firstName, lastName } = keep.player
  return gone.places.map((entry) =>
    registrationEntries.change(entry, { set: { ownerId, firstName, lastName }, when: ifUnchanged(entry) }),
  )
}

/** The merged player's registrations that had added them to their team before the merge. */
export const landedIds = ({ places }: Side): string[] => places.filter(({ landing }) => landing === 'done').map(idOf)

/** The entries that came with the merge, whatever has become of them since. */
function movedEntries({ goneId, gone }: Merge, keep: Side): Entry[] {
  const ids = [goneId, ...(gone.player.also ?? [])]
  return keep.places.filter(({ playerId }) => ids.includes(playerId))
}
const landedSince = ({ gone }: Merge, entry: Entry) => entry.landing === 'done' && !gone.landed?.includes(idOf(entry))

/**
 * Gives the registrations back to the restored player in their current state, including those that have added the player to a team since
 * the merge.
 */
export function restoreRegistrations(merge: Merge, keep: Side): Write[] {
  const { goneId, gone } = merge
  const moved = movedEntries(merge, keep)
  refuseLanding(moved)
  const { firstName, lastName } = gone.player
  return moved.map((entry) => {
    const ownerId = entry.playerId === goneId ? undefined : goneId
    const landing = landedSince(merge, entry) && { landing: 'again' as const }
    return registrationEntries.change(entry, {
      set: { ownerId, firstName, lastName, ...landing },
      when: ifUnchanged(entry),
    })
  })
}

/** The registrations that add their player to a team's roster; one for single events only makes the player a guest. */
export async function rosterPlaces({ places }: Side): Promise<Entry[]> {
  const ofTeams = places.filter(({ registrationId }) => teamOf(registrationId) !== undefined)
  const registrationRows = await registrations.getMany(ofTeams)
  return ofTeams.filter((_, i) => registrationRows[i]?.registrationType !== 'EVENT')
}

/**
 * The teams that the kept player leaves: those from the merged player, and those joined since by registrations that were moved. Not teams
 * for which the kept player has a registration. `places`: the registrations that add to a team.
 */
export function teamsToLeave(merge: Merge, keep: Side, places: readonly Entry[]): ReadonlySet<string> {
  const { moved, keptTeamIds } = merge
  const entries = movedEntries(merge, keep)
  const teamIn = ({ registrationId }: Entry) => teamOf(registrationId) ?? []
  const teamIdsSince = places.filter((entry) => entries.includes(entry) && landedSince(merge, entry)).flatMap(teamIn)
  const ownTeamIds = places.filter((entry) => entry.state === 'registered' && !entries.includes(entry)).flatMap(teamIn)
  const leavingTeamIds = [...moved.teamIds, ...teamIdsSince.filter((teamId) => !keptTeamIds?.includes(teamId))]
  return new Set(leavingTeamIds.filter((teamId) => !ownTeamIds.includes(teamId)))
}
