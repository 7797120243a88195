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
const twice = (keep: Side, gone: Side): { merged: Entry; own: Entry }[] =>
  gone.places.filter(isActive).flatMap((merged) => {
    const own = keep.places.find((each) => isActive(each) && each.registrationId === merged.registrationId)
    return own ? [{ merged, own }] : []
  })

/** Throws for registrations that a merge cannot move; `conflict` for one that a worker is just completing. */
export function refusePlaces(keep: Side, gone: Side): void {
  if (twice(keep, gone).length > 0) throw new Problem('both_registered')
  unlessLanding(gone.places)
}

/** The registrations for the preview: names, and the paid sums for a caller who may edit fees. */
export const twiceRegistered = (keep: Side, gone: Side, mayFees: boolean) =>
  Promise.all(
    twice(keep, gone).map(async ({ merged, own }) => {
      const [registration, keepPaid, gonePaid] = await Promise.all([
        registrations.get(merged),
        mayFees ? paidFor(own) : null,
        mayFees ? paidFor(merged) : null,
      ])
      const name = registration?.name ?? ''
      return { registrationId: merged.registrationId, name, keepPaidInCents: keepPaid, gonePaidInCents: gonePaid }
    }),
  )

async function paidFor(entry: Entry): Promise<number> {
  const charged = await fees.ofPlayer(entry.playerId, { consistent: true })
  return charged.reduce(
    (sum, { registrationPlayerId, paid }) => sum + (registrationPlayerId === idOf(entry) ? paid : 0),
    0,
  )
}

/** Waits for an entry that is still landing on its team and being charged. */
function unlessLanding(places: readonly Entry[]): void {
  if (places.some(isLanding)) throw new Problem('conflict')
}

/** Marks each registration with the kept player's id; its own id is unchanged. */
export function placesAlong(keep: Side, gone: Side): Write[] {
  const { playerId: ownerId, firstName, lastName } = keep.player
  return gone.places.map((entry) =>
    registrationEntries.change(entry, { set: { ownerId, firstName, lastName }, when: ifUnchanged(entry) }),
  )
}

/** The merged player's registrations that had added them to their team before the merge. */
export const landedIn = ({ places }: Side): string[] => places.filter(({ landing }) => landing === 'done').map(idOf)

/** The entries that came with the merge, whatever has become of them since. */
function cameIn({ goneId, gone }: Merge, keep: Side): Entry[] {
  const ids = [goneId, ...(gone.player.also ?? [])]
  return keep.places.filter(({ playerId }) => ids.includes(playerId))
}
const landedSince = ({ gone }: Merge, entry: Entry) => entry.landing === 'done' && !gone.landed?.includes(idOf(entry))

/**
 * Gives the registrations back to the restored player in their current state, including those that have added the player to a team since
 * the merge.
 */
export function placesBack(merge: Merge, keep: Side): Write[] {
  const { goneId, gone } = merge
  const came = cameIn(merge, keep)
  unlessLanding(came)
  const { firstName, lastName } = gone.player
  return came.map((entry) => {
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
  const found = await registrations.getMany(ofTeams)
  return ofTeams.filter((_, i) => found[i]?.registrationType !== 'EVENT')
}

/**
 * The teams that the kept player leaves: those from the merged player, and those joined since by registrations that were moved. Not teams
 * for which the kept player has a registration. `places`: the registrations that add to a team.
 */
export function teamsLeft(merge: Merge, keep: Side, places: readonly Entry[]): ReadonlySet<string> {
  const { moved, keptTeamIds } = merge
  const came = cameIn(merge, keep)
  const teamIn = ({ registrationId }: Entry) => teamOf(registrationId) ?? []
  const since = places.filter((entry) => came.includes(entry) && landedSince(merge, entry)).flatMap(teamIn)
  const own = places.filter((entry) => entry.state === 'registered' && !came.includes(entry)).flatMap(teamIn)
  const left = [...moved.teamIds, ...since.filter((teamId) => !keptTeamIds?.includes(teamId))]
  return new Set(left.filter((teamId) => !own.includes(teamId)))
}
