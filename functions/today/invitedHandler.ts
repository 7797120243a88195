import { inviteOf, playerOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { invites } from '../table/invites.ts'
import { outbox } from '../table/outbox.ts'
import { families, guardiansWith } from '../table/players.ts'
import { write } from '../table/table.ts'
import { worker } from '../worker.ts'

/**
 * Hears of each invite whose family is to be asked by mail: puts a mail to each parent into the outbox. It may hear twice:
 * the invite's own state, changed in the same transaction, sees to it that each parent is asked once.
 */
export const handler = worker(async ({ pk, sk }, { now }) => {
  const inviteId = inviteOf(sk.slice('INVITE#'.length), pk.slice('PLAYER#'.length))
  const invite = await invites.get({ inviteId }, { consistent: true })
  if (invite?.mail !== 'wanted') return 'nothing to do'
  const stamp = { actor: 'today-invited', at: now }
  const family = await families.of({ playerId: playerOf(inviteId) })
  const parents = guardiansWith(family, 'answers')
  try {
    await write(
      stamp,
      invites.change({ inviteId }, { set: { mail: 'told' }, when: [['mail', '=', 'wanted']] }),
      ...parents.map(({ userId }) => outbox.want(stamp, { letter: 'invite', to: { userId }, about: { inviteId } })),
    )
    return 'told'
  } catch (error) {
    // Told by another call, or taken back by the coach.
    if (error instanceof Problem && error.code === 'conflict') return 'nothing to do'
    throw error
  }
})
