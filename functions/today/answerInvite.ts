import { randomUUID } from 'node:crypto'
import type { today } from '#shared/api/today.ts'
import { Problem } from '#shared/problems.ts'
import type { InviteStatus } from '#shared/rules/invites.ts'
import type { CallOf } from '../serve.ts'
import { ownInviteCard } from '../table/cards.ts'
import { type Invite, invites } from '../table/map.ts'
import { update } from '../table/table.ts'

type Answer = {
  inviteId: string
  status: InviteStatus
  note?: string | undefined
  answerId: string
  /** The answer that this one is given upon; left out, it replaces whatever stands. */
  upon?: string | undefined
  userId: string
  /** It came by a link in a mail, which is used from then on. */
  byLink?: true
  now: string
}

/** Answers an invite for a player of the caller's, or of a team the caller coaches. */
export async function answerInvite({
  params,
  query: { status, note, upon, answerId = randomUUID().slice(0, 18) },
  userId,
  now,
}: CallOf<typeof today, 'GET /user/updateInviteStatus/{inviteFile}'>) {
  return ownInviteCard(await giveAnswer({ inviteId: params.inviteFile, status, note, upon, answerId, userId, now }))
}

/**
 * One conditional write: the same answer again changes nothing, of two at once one stands whole, and an invite that the
 * coach took back is not made again. A note that is not sent stays; opening the answer again takes it away. Given
 * `upon` another answer than the one that stands, it is refused with `answered_meanwhile`, unless it is itself the one
 * that stands: then its reply was lost, and it is told again.
 */
export async function giveAnswer(answer: Answer): Promise<Invite> {
  const { inviteId, status, note, answerId, upon, userId, byLink, now } = answer
  const noted = status === 'Pending' ? { note: undefined } : note === undefined ? {} : { note: note || undefined }
  const set = { status, answerId, answeredBy: userId, answeredAt: now, ...noted, ...(byLink && { usedLink: answerId }) }
  try {
    return await update<Invite>(
      invites.change({ inviteId }, { set, ...(upon !== undefined && { when: [['answerId', '=', upon]] }) }),
    )
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'conflict') throw error
  }
  const standing = await invites.get({ inviteId }, { consistent: true })
  if (!standing) throw new Problem('invite_removed')
  if (standing.answerId !== answerId) throw new Problem('answered_meanwhile')
  return standing
}
