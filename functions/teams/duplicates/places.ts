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

/** Registrations on which both have a place, or wait for one: no merge says which of the two is given up. */
const twice = (keep: Side, gone: Side): { hers: Entry; own: Entry }[] =>
  gone.places.filter(isActive).flatMap((hers) => {
    const own = keep.places.find((each) => isActive(each) && each.registrationId === hers.registrationId)
    return own ? [{ hers, own }] : []
  })

/** Refuses what no merge can take along; what lands at this moment, so that it is looked at anew. */
export function refusePlaces(keep: Side, gone: Side): void {
  if (twice(keep, gone).length > 0) throw new Problem('both_registered')
  unlessLanding(gone.places)
}

/** What the preview says of them: by name, and what was paid for each, which is for who keeps the club's fees. */
export const twiceRegistered = (keep: Side, gone: Side, mayFees: boolean) =>
  Promise.all(
    twice(keep, gone).map(async ({ hers, own }) => {
      const [registration, keepPaid, gonePaid] = await Promise.all([
        registrations.get(hers),
        mayFees ? paidFor(own) : null,
        mayFees ? paidFor(hers) : null,
      ])
      const name = registration?.name ?? ''
      return { registrationId: hers.registrationId, name, keepPaidInCents: keepPaid, gonePaidInCents: gonePaid }
    }),
  )

async function paidFor(entry: Entry): Promise<number> {
  const charged = await fees.ofPlayer(entry.playerId, { consistent: true })
  return charged.reduce(
    (sum, { registrationPlayerId, paid }) => sum + (registrationPlayerId === idOf(entry) ? paid : 0),
    0,
  )
}

/** One that is being put on the team and charged is waited for. */
function unlessLanding(places: readonly Entry[]): void {
  if (places.some(isLanding)) throw new Problem('conflict')
}

/** Each stays under its own id, and says whose it is. */
export function placesAlong(keep: Side, gone: Side): Write[] {
  const { playerId: ownerId, firstName, lastName } = keep.player
  return gone.places.map((entry) =>
    registrationEntries.change(entry, { set: { ownerId, firstName, lastName }, when: ifUnchanged(entry) }),
  )
}

/** Those of the other that had put them on their team before the merge. */
export const landedIn = ({ places }: Side): string[] => places.filter(({ landing }) => landing === 'done').map(idOf)

/** What came along by a merge, whatever has become of it since. */
function cameIn({ goneId, gone }: Merge, keep: Side): Entry[] {
  const ids = [goneId, ...(gone.player.also ?? [])]
  return keep.places.filter(({ playerId }) => ids.includes(playerId))
}
const landedSince = ({ gone }: Merge, entry: Entry) => entry.landing === 'done' && !gone.landed?.includes(idOf(entry))

/** Each is the other's again, as it stands by now; who was put on the team by it since the merge is so as the other. */
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

/** Those that put who has them on a team: who registers for events of one is their guest, and not on its roster. */
export async function rosterPlaces({ places }: Side): Promise<Entry[]> {
  const ofTeams = places.filter(({ registrationId }) => teamOf(registrationId) !== undefined)
  const found = await registrations.getMany(ofTeams)
  return ofTeams.filter((_, i) => found[i]?.registrationType !== 'EVENT')
}

/**
 * The teams that the kept one leaves: those that came along, and those that they were put on since by what came along. Where
 * they have a place of their own, they stay. `places`: those that put somebody on a team.
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
