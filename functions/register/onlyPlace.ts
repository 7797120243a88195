import { mergedPlayers } from '../table/mergedPlayers.ts'
import { idsOf, players } from '../table/players.ts'
import { isActive, ownerOf, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { ifUnchanged, type Write } from '../table/writes.ts'

type About = Pick<RegistrationEntry, 'registrationId' | 'playerId' | 'ownerId'>

/**
 * That this is the only place that its player has on the registration, under whichever of their ids: writes that hold as long
 * as that is so, and after which who would merge them looks anew. Undefined where they have another one. Who has not landed
 * yet is no player of the club, and was made one with nobody.
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
