import { type Access, playersWith } from '#shared/permissions.ts'
import { myConversations } from '../table/conversations.ts'
import { meOf } from '../table/me.ts'
import { playerAccounts } from '../table/playerAccounts.ts'
import type { Stamp } from '../table/writes.ts'
import { type Change, idIn, worker } from '../worker.ts'
import { mayBeIn } from './access.ts'
import { rejoinDirectConversations } from './rejoin.ts'
import { joinTeam } from './create.ts'
import { teamConversation } from '../table/conversationIds.ts'
import { isActiveTeam } from '../table/players.ts'
import { updateSafety, removeMember } from './membership.ts'

/**
 * For each user who joins a team, leaves it or loses a right: adds them to its conversation, removes them from those that they may not be
 * in any more, and adds them again to conversations of two that they may be in again. For each change of who is a child or a guardian:
 * computes again whether the conversations of these children are safe. Nothing unsafe can be written meanwhile, since each message checks
 * it too.
 */
export const handler = worker<Change>(async ({ kind, pk, at }) => {
  const stamp = { actor: 'chat-people', at }
  const id = idIn(pk)
  if (pk.startsWith('PLAYER#')) return updateSafetyOfAll(stamp, await accountsOf(id))
  if (kind === 'Account of a player' || kind === 'Session') return updateSafetyOfAll(stamp, [id])
  const outcome = await updateMemberships(stamp, id)
  // A coach or administrator does not count as a guardian there.
  return kind.startsWith('My ') ? `${outcome}, ${await updateSafetyOfAll(stamp, [id])}` : outcome
})

const accountsOf = async (playerId: string) => (await playerAccounts.of(playerId)).map(({ userId }) => userId)

async function updateSafetyOfAll(stamp: Stamp, userIds: readonly string[]): Promise<string> {
  let count = 0
  for (const userId of userIds)
    for (const { conversationSid } of await myConversations.of({ userId }, { consistent: true })) {
      await updateSafety(stamp, { conversationSid })
      count += 1
    }
  return `looked at ${count}`
}

/** How often the result is checked again. */
const maxPasses = 3

/**
 * Two workers may handle the messages of one user at the same time, such as off a team and back on it, and the second may find nothing to
 * do yet. So each checks again after it has changed something.
 */
async function updateMemberships(stamp: Stamp, userId: string): Promise<string> {
  const totals = { joined: 0, rejoined: 0, removed: 0 }
  for (let pass = 1; pass <= maxPasses; pass++) {
    const { joined, back: rejoined, removed } = await updateMembershipsOnce(stamp, userId)
    if (joined + rejoined + removed === 0) break
    totals.joined += joined
    totals.rejoined += rejoined
    totals.removed += removed
  }
  return `came into ${totals.joined}, back into ${totals.rejoined}, left ${totals.removed}`
}

async function updateMembershipsOnce(stamp: Stamp, userId: string) {
  const [{ access }, listEntries] = await Promise.all([
    meOf({ userId }),
    myConversations.of({ userId }, { consistent: true }),
  ])
  const presentIn = new Set(listEntries.map(({ conversationSid }) => conversationSid))
  const missing = teamsOf(access).filter((teamId) => !presentIn.has(teamConversation(teamId)))
  const forbidden = listEntries.filter(({ conversationSid }) => !mayBeIn(access, conversationSid))
  for (const teamId of missing) await joinTeam(stamp, { userId, teamId })
  for (const { conversationSid } of forbidden) await removeMember(stamp, { conversationSid, userId })
  const rejoined = await rejoinDirectConversations(stamp, { access, presentIn })
  return { joined: missing.length, back: rejoined, removed: forbidden.length }
}

/** The teams of a user's own players, and those that they coach with the chat flag. */
function teamsOf(access: Access): string[] {
  const played = playersWith(access, 'sees').flatMap(({ teams }) => teams.filter(isActiveTeam))
  const coached = access.organizations.flatMap(({ teams }) =>
    teams.filter(({ flags }) => flags?.includes('chatEnabled')),
  )
  return [...new Set([...played, ...coached].map(({ id }) => id))].filter((id) => mayBeIn(access, id))
}
