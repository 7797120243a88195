import type { today } from '#shared/api/today.ts'
import type { CallOf } from '../serve.ts'
import { inviteCard } from '../table/cards.ts'
import { type Invite, invites } from '../table/map.ts'
import { update } from '../table/table.ts'

/**
 * Answers an invite. One conditional write: the same answer again changes nothing, of two at once one stands whole,
 * and an invite that the coach took back is not made again. A note that is not sent stays; opening the answer again
 * takes it away.
 */
export async function answerInvite({
  params,
  query: { status, note },
  userId,
  now,
}: CallOf<typeof today, 'GET /user/updateInviteStatus/{inviteFile}'>) {
  const inviteId = params.inviteFile
  const noted = status === 'Pending' ? { note: undefined } : note === undefined ? {} : { note: note || undefined }
  const set = { status, answeredBy: userId, answeredAt: now, ...noted }
  return inviteCard(await update<Invite>(invites.change({ inviteId }, { set }, 'invite_removed')))
}
