import type { Writer } from '../mail/writer.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { isVisible } from '../table/events.ts'
import type { Invite } from '../table/inviteRows.ts'
import { invites } from '../table/invites.ts'
import { families, guardiansWith } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { requests, sentRequests } from '../table/requests.ts'
import { playerOf } from '#shared/ids.ts'
import { whyCannotAnswer } from '#shared/rules/attendance.ts'
import { inviteMail } from './inviteMail.ts'
import { closedMail } from './closedMail.ts'
import { requestMail } from './requestMail.ts'

/** Mails of Today. Those that have become pointless are not sent. */

/**
 * The invite, if it still has to be answered: not if there is an answer, the event has begun or cannot be answered any more, or
 * the reader may no longer answer for the player.
 */
async function pendingInvite(inviteId: string, userId: string, now: string): Promise<Invite | undefined> {
  const [invite, family] = await Promise.all([
    invites.get({ inviteId }, { consistent: true }),
    families.get({ playerId: playerOf(inviteId), userId }),
  ])
  const isAnswerable = invite !== undefined && isVisible(invite) && whyCannotAnswer(invite, now) === undefined
  const isUnanswered = isAnswerable && invite.status === 'Pending' && new Date(invite.start).toISOString() > now
  return isUnanswered && family && guardiansWith([family], 'answers').length > 0 ? invite : undefined
}

async function pendingInvitesMail(inviteIds: readonly string[], { to: { userId }, now, say }: MailCall) {
  if (!userId) return undefined
  const found = await Promise.all(inviteIds.map((inviteId) => pendingInvite(inviteId, userId, now)))
  const waiting = found.filter((each) => each !== undefined)
  return waiting.length > 0 ? inviteMail(waiting, userId, { now, say }) : undefined
}
type MailCall = Parameters<Writer<'invite'>>[1]

type About = { inviteId: string; also?: string }
const invitesIn = ({ inviteId, also = '' }: About) => [inviteId, ...also.split(',').filter(Boolean)]
const invite: Writer<'invite'> = (about, call) => pendingInvitesMail(invitesIn(about), call)

/** The same question again, about all of their players without an answer. */
const reminder: Writer<'reminder'> = async (about, call) => {
  const message = await pendingInvitesMail(invitesIn(about), call)
  return message && { ...message, subject: `${call.say('Reminder', 'Recordatorio')}: ${message.subject}` }
}

/** Nothing is sent for a request that the coach has dealt with, nor if its sender cannot be replied to. */
const request: Writer<'request'> = async ({ requestId }, { to: { userId }, say }) => {
  const request = userId ? await requests.get({ userId, requestId }, { consistent: true }) : undefined
  if (request?.requestId !== requestId) return undefined
  const sender = await profiles.get({ userId: request.askedBy })
  const owner = sender?.email ? await emailUsers.get(sender) : undefined
  return sender && owner?.userId === sender.userId ? requestMail(request, sender, say) : undefined
}

/** The outcome of a request, to its sender; nothing if they have asked again since. */
const requestClosed: Writer<'requestClosed'> = async ({ sentId }, { to: { userId }, say }) => {
  const sent = userId ? await sentRequests.get({ userId, sentId }, { consistent: true }) : undefined
  return sent?.state === 'granted' || sent?.state === 'declined' ? closedMail(sent, say) : undefined
}

export const writers = { invite, reminder, request, requestClosed }
