import type { Writer } from '../mail/writer.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { isThere } from '../table/events.ts'
import { invites } from '../table/invites.ts'
import { families, guardiansWith } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { requests, sentRequests } from '../table/requests.ts'
import { playerOf } from '#shared/ids.ts'
import { inviteLetter } from './inviteLetter.ts'
import { closedLetter } from './closedLetter.ts'
import { requestLetter } from './requestLetter.ts'

/** The letters of this area. What has become pointless meanwhile is not sent. */

/** Not asked is who has answered, about what has begun, and who is no parent of the player any more. */
const invite: Writer<'invite'> = async ({ inviteId }, { to: { userId }, now, say }) => {
  if (!userId) return undefined
  const [invite, family] = await Promise.all([
    invites.get({ inviteId }, { consistent: true }),
    families.get({ playerId: playerOf(inviteId), userId }),
  ])
  const isOn = invite !== undefined && isThere(invite) && !invite.cancelled
  const waits = isOn && invite.status === 'Pending' && new Date(invite.start).toISOString() > now
  return waits && family && guardiansWith([family], 'answers').length > 0
    ? inviteLetter(invite, userId, { now, say })
    : undefined
}

/** The same question once more, to who has not answered. */
const reminder: Writer<'reminder'> = async (about, asked) => {
  const letter = await invite(about, asked)
  return letter && { ...letter, subject: `${asked.say('Reminder', 'Recordatorio')}: ${letter.subject}` }
}

/** Nothing is said of a request that the coach has dealt with, nor of one that nobody could reply to. */
const request: Writer<'request'> = async ({ requestId }, { to: { userId }, say }) => {
  const request = userId ? await requests.get({ userId, requestId }, { consistent: true }) : undefined
  if (request?.requestId !== requestId) return undefined
  const asker = await profiles.get({ userId: request.askedBy })
  const owner = asker?.email ? await emailUsers.get(asker) : undefined
  return asker && owner?.userId === asker.userId ? requestLetter(request, asker, say) : undefined
}

/** What has become of a request, to who has sent it; nothing when they have asked anew since. */
const requestClosed: Writer<'requestClosed'> = async ({ sentId }, { to: { userId }, say }) => {
  const sent = userId ? await sentRequests.get({ userId, sentId }, { consistent: true }) : undefined
  return sent?.state === 'granted' || sent?.state === 'declined' ? closedLetter(sent, say) : undefined
}

export const letters = { invite, reminder, request, requestClosed }
