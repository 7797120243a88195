import { mergedPlayers } from '../table/mergedPlayers.ts'
import { allIdsOf, players } from '../table/players.ts'
import { isActive, ownerOf, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { ifUnchanged, type Write } from '../table/writes.ts'

type EntryIds = Pick<RegistrationEntry, 'registrationId' | 'playerId' | 'ownerId'>

/**
 * Writes that hold while this is the player's only place on the registration, under any of their ids, and that conflict with a merge of the
 * player. Undefined if they have another one. None for a player who has not landed yet, and so was never merged.
 */
export async function checkOnlyPlace(entry: EntryIds): Promise<Write[] | undefined> {
  const { registrationId } = entry
  const playerId = ownerOf(entry)
  const player = await players.get({ playerId }, { consistent: true })
  if (!player) return [mergedPlayers.checkAbsent({ playerId })]
  const otherIds = allIdsOf(player).filter((id) => id !== entry.playerId)
  const found = await registrationEntries.getMany(
    otherIds.map((id) => ({ registrationId, playerId: id })),
    { consistent: true },
  )
  const otherEntries = found.filter((other) => other !== undefined)
  if (otherEntries.some(isActive)) return undefined
  return [
    players.change({ playerId }, { when: ifUnchanged(player) }),
    ...otherEntries.map((other) => registrationEntries.check(other, ifUnchanged(other))),
  ]
}
