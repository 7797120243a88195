import { eventOf, playerOf } from '#shared/ids.ts'
import type { Invite } from '../table/inviteRows.ts'
import { invites } from '../table/invites.ts'
import { outbox } from '../table/outbox.ts'
import { families } from '../table/players.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { derivedPart } from '../table/derivedPart.ts'
import { worker } from '../worker.ts'
import { answerRecipients } from './coachesOf.ts'
import { isSoon } from './isSoon.ts'

/**
 * Runs for each invite whose answer has changed, and mails the coaches about answers that a family gives shortly before the event. Changes
 * of an invite by the product itself (opened, copied) are ignored: the answer must be the one in the message. Idempotent: one mail per
 * coach and answer.
 */
export const handler = worker(async ({ pk, sk, told: trace }, { now }) => {
  const inviteId = `${sk.slice('INVITE#'.length)}.${pk.slice(pk.indexOf('.') + 1)}`
  const invite = await invites.get({ inviteId }, { consistent: true })
  if (!invite || !trace || trace.by !== invite.answeredBy || trace.stamped !== invite.answeredAt) return 'nothing to do'
  // A first Yes is the expected answer, and the event counts it. After a No that was taken back it is news.
  const { status, answerId } = trace.changed
  const isFirst = status?.before === 'Pending' && !invites.isByPerson(String(answerId?.before))
  const isFirstYes = isFirst && invite.status === 'Accepted' && !invite.note
  if (isFirstYes || !isSoon(invite, now) || !(await isFamilyMember(inviteId, trace.by))) return 'nothing to do'
  await mailCoaches(inviteId, invite, now)
  return 'told'
})

const isFamilyMember = async (inviteId: string, userId: string): Promise<boolean> =>
  (await families.of({ playerId: playerOf(inviteId) })).some((each) => each.userId === userId)

const mailCoaches = (inviteId: string, { answerId, answeredBy }: Invite, now: string) =>
  retryOnConflict(async () => {
    const coaches = (await answerRecipients(eventOf(inviteId))).filter(({ userId }) => userId !== answeredBy)
    const mails = coaches.map(({ userId }) => ({
      mailId: derivedPart('v', `${inviteId} ${answerId} ${userId}`, 22),
      to: { userId },
    }))
    const existingMails = await outbox.getMany(mails, { consistent: true })
    const stamp = { actor: 'calendar-availability', at: now }
    for (const mail of mails.filter((_, place) => !existingMails[place]))
      await write(stamp, outbox.add(stamp, { letter: 'availability', about: { inviteId, answerId }, ...mail }))
  })
