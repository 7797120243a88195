import { randomUUID } from 'node:crypto'
import type { today } from '#shared/api/today.ts'
import { ownInviteCard } from '../cards.ts'
import type { CallOf } from '../serve.ts'
import { invites } from '../table/invites.ts'

/** Answers an invite for a player of the caller's, or of a team the caller coaches. */
export async function answerInvite({
  params,
  query: { status, note, upon, answerId = randomUUID().slice(0, 18) },
  stamp,
}: CallOf<typeof today, 'GET /user/updateInviteStatus/{inviteFile}'>) {
  return ownInviteCard(await invites.answer(stamp, { inviteId: params.inviteFile, status, note, upon, answerId }))
}
