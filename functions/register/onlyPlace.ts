import { mergedPlayers } from '../table/mergedPlayers.ts'
import { idsOf, players } from '../table/players.ts'
import { isActive, ownerOf, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { ifUnchanged, type Write } from '../table/writes.ts'

type About = Pick<RegistrationEntry, 'registrationId' | 'playerId' | 'ownerId'>

/**
 * Conditions that this is the player's only place on the registration under any of their ids; a concurrent merge has to read
 * again. Undefined if they have another place. A player who has not landed yet is not in the club, and has not been merged with
 * anyone.
 */
export async function onlyPlace(entry: About): Promise<Write[] | undefined> {
  const { registrationId } = entry
  const playerId = ownerOf(entry)
  const player = await players.get({ playerId }, { consistent: true })
  if (!player) return [mergedPlayers.checkAbsent({ playerId })]
  const others = idsOf(player).filter((id) => id !== entry.playerId)
  const found = await registrationEntries.getMany(
    others.map((id) => ({ registrationId, playerId: id })),
    { consistent: true },
  )
  const there = found.filter((other) => other !== undefined)
  if (there.some(isActive)) return undefined
  return [
    players.change({ playerId }, { when: ifUnchanged(player) }),
    ...there.map((other) => registrationEntries.check(other, ifUnchanged(other))),
  ]
}
