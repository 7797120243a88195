import { eventOf, inviteOf, playerOf } from '#shared/ids.ts'
import { type PendingInvite, mailsToParents, maxPerWrite } from '../events/inviteMails.ts'
import { invites } from '../table/invites.ts'
import { ownPlayersOf } from '../table/me.ts'
import { families, guardiansWith } from '../table/players.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { worker } from '../worker.ts'

/**
 * Runs for each invite with a mail to be sent: puts a mail to each parent into the outbox, which also asks for their other players invited
 * to the same event. Idempotent: the same transaction changes the invites' state.
 */
export const handler = worker(({ pk, sk }, { now }) =>
  retryOnConflict(async () => {
    const inviteId = inviteOf(sk.slice('INVITE#'.length), pk.slice('PLAYER#'.length))
    const invite = await invites.get({ inviteId }, { consistent: true })
    if (invite?.mail !== 'wanted') return 'nothing to do'
    const stamp = { actor: 'today-invited', at: now }
    const parents = await parentsOf(inviteId)
    const pendingInvites = [{ inviteId, parents }, ...(await siblingInvites(inviteId, parents))]
    await write(
      stamp,
      ...pendingInvites.map((each) => invites.change(each, { set: { mail: 'told' }, when: [['mail', '=', 'wanted']] })),
      ...mailsToParents(stamp, 'invite', pendingInvites),
    )
    return 'told'
  }),
)

async function parentsOf(inviteId: string): Promise<string[]> {
  const family = await families.of({ playerId: playerOf(inviteId) })
  return guardiansWith(family, 'answers').map(({ userId }) => userId)
}

/** The invites of these parents' other players to the same event that have not been mailed yet. */
async function siblingInvites(inviteId: string, parents: readonly string[]): Promise<PendingInvite[]> {
  const playerLists = await Promise.all(parents.map((userId) => ownPlayersOf({ userId })))
  const ids = new Set(playerLists.flat().map(({ playerId }) => inviteOf(eventOf(inviteId), playerId)))
  ids.delete(inviteId)
  const inviteItems = await invites.getMany(
    [...ids].map((id) => ({ inviteId: id })),
    { consistent: true },
  )
  const waiting = inviteItems.flatMap((each) => (each?.mail === 'wanted' ? [each.inviteId] : []))
  const fitting = waiting.slice(0, maxPerWrite - 1)
  return Promise.all(fitting.map(async (id) => ({ inviteId: id, parents: await parentsOf(id) })))
}
