import { organizationAdministrators, teamAdministrators } from '../table/administrators.ts'
import { myConversations } from '../table/conversations.ts'
import { mergedPlayers } from '../table/mergedPlayers.ts'
import { players } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { playerAccounts } from '../table/playerAccounts.ts'
import { idIn, worker } from '../worker.ts'
import { copies, type Source } from './copies.ts'
import { refreshCopies } from './refreshCopies.ts'

/** Runs for each change of an item with copies, and updates the copies. */
export const handler = worker(async ({ kind, pk, sk }) => {
  const refreshProfiles = async (...userIds: string[]) => {
    let count = 0
    for (const userId of userIds) count += await refreshCopies('Profile', profiles.key({ userId }))
    return `${count} copies`
  }
  const isLooseCopy = kind === organizationAdministrators.kind || kind === teamAdministrators.kind
  if (isLooseCopy) return refreshProfiles(sk.slice(sk.lastIndexOf('#') + 1))
  if (kind === playerAccounts.kind) return refreshProfiles(idIn(pk))
  if (kind === myConversations.kind) {
    const id = { userId: idIn(pk), conversationSid: idIn(sk) }
    const { other } = (await myConversations.get(id, { consistent: true })) ?? {}
    return refreshProfiles(id.userId, ...(other === undefined ? [] : [other]))
  }
  if (kind === mergedPlayers.kind)
    return `${await refreshCopies('Player', players.key({ playerId: pk.slice('PLAYER#'.length) }))} copies`
  if (!Object.hasOwn(copies, kind)) throw new TypeError('Nothing repeats what is of this kind.')
  return `${await refreshCopies(kind as Source, { pk, sk })} copies`
})
