import { playerOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { digestOf } from '../secrets/digest.ts'
import { ignore } from '../table/ignore.ts'
import { type CalendarMail, calendarMails } from '../table/calendarMails.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { isDeleted, isVisible } from '../table/events.ts'
import { invites } from '../table/invites.ts'
import { outbox } from '../table/outbox.ts'
import { families, guardiansWith } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { sessions } from '../table/sessions.ts'
import { write } from '../table/table.ts'
import { usedLinks } from '../table/usedLinks.ts'
import { ifUnchanged, type Stored } from '../table/writes.ts'
import { worker } from '../worker.ts'
import { inviteUid } from './entries.ts'
import { readReply, type Received, type Reply } from './readReply.ts'

const answers: Readonly<Record<string, 'Accepted' | 'Declined'>> = { ACCEPTED: 'Accepted', DECLINED: 'Declined' }

/**
 * Runs for each mail to the reply address of a calendar mail. A reply in it is an answer like that of a link: it must come from a current
 * or former address of the parent we mailed, who may still answer for the player; it must be about the last mailed state of an event that
 * has not begun; and the answer must be unchanged since. Each reply counts once, and none that is older than the last one that counted.
 */
export const handler = worker<Received>(async (received, { now }) => {
  const mail = await mailOf(received)
  const reply = mail && (await readReply(received))
  if (!mail || !reply || reply.uid !== inviteUid(mail.inviteId)) return 'not an answer'
  const status = answers[reply.partstat]
  if (!status || !(await isFromRecipient(mail, reply))) return 'not an answer of whom we asked'
  if (mail.repliedAt !== undefined && reply.written < mail.repliedAt) return 'older than another'
  try {
    await refuseLate(mail, reply, now)
    await storeAnswer(mail, reply, { status, now })
    return 'answered'
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'link_used') return 'answered before'
    // Another mail about the event is going out at this moment: the reply is checked again after it.
    if (error.code === 'conflict') throw error
    await mailRefusal(mail, { why: error.code, nonce: nonceOf(mail, reply), now })
    return error.code
  }
})

/** The key is the local part of the address. */
async function mailOf({ receipt }: Received): Promise<Stored<CalendarMail> | undefined> {
  const key = receipt.recipients[0]?.split('@')[0]?.toLowerCase() ?? ''
  if (receipt.recipients.length !== 1 || !/^[a-z0-9]{24,26}$/.test(key)) return undefined
  const id = await calendarMails.findByReplyKey(key)
  return id && calendarMails.get(id, { consistent: true })
}

async function isFromRecipient({ inviteId, userId, mailedAt }: CalendarMail, { attendee, from }: Reply) {
  if (attendee === '' || attendee !== from) return false
  const [owner, family, session] = await Promise.all([
    emailUsers.get({ email: attendee }),
    families.get({ playerId: playerOf(inviteId), userId }),
    sessions.get({ userId }),
  ])
  const isOver = session?.disabled === true || (session?.validAfter ?? '') > mailedAt
  const mayAnswer = family !== undefined && guardiansWith([family], 'answers').length > 0
  return mayAnswer && !isOver && (owner ? owner.userId === userId : await wasAddressOf(userId, attendee))
}

/** Their calendar app keeps using the address that they had when the event was added. */
const wasAddressOf = async (userId: string, address: string): Promise<boolean> =>
  (await profiles.get({ userId }))?.emailsBefore?.includes(address) ?? false

async function refuseLate({ inviteId, method, sequence }: CalendarMail, reply: Reply, now: string): Promise<void> {
  const invite = await invites.get({ inviteId }, { consistent: true })
  if (!invite || isDeleted(invite)) throw new Problem('invite_removed')
  if (!isVisible(invite)) throw new Problem('event_archived')
  if (invite.cancelled || method === 'CANCEL') throw new Problem('event_cancelled')
  if (Date.parse(now) >= Date.parse(invite.start)) throw new Problem('link_expired')
  if (invite.answerBy !== undefined && Date.parse(invite.answerBy) < Date.parse(now)) throw new Problem('answer_late')
  if (reply.sequence !== sequence) throw new Problem('event_changed')
}

const nonceOf = ({ replyKey }: CalendarMail, { written, partstat, sequence }: Reply) =>
  digestOf([replyKey, written, partstat, sequence].join(' ')).slice(0, 22)

type AnswerInput = { status: 'Accepted' | 'Declined'; now: string }
async function storeAnswer(mail: Stored<CalendarMail>, reply: Reply, { status, now }: AnswerInput): Promise<void> {
  const { inviteId, userId, upon, ends, version } = mail
  const stamp = { actor: userId, at: now }
  const newAnswerId = invites.newAnswerId()
  await write(
    stamp,
    usedLinks.create({ nonce: nonceOf(mail, reply), about: inviteId, did: newAnswerId, ends }, 'link_used'),
    invites.answerByLink(stamp, { inviteId, status, replaces: upon, answerId: newAnswerId }),
    calendarMails.change(
      { inviteId, userId },
      { set: { upon: newAnswerId, repliedAt: reply.written }, when: ifUnchanged({ version }) },
    ),
  )
}

/** Once per reply, however often the mail comes. */
async function mailRefusal(
  { inviteId, userId }: CalendarMail,
  { why, nonce, now }: { why: string; nonce: string; now: string },
) {
  const stamp = { actor: 'feeds-reply', at: now }
  const mail = { letter: 'calendarReply' as const, to: { userId }, about: { inviteId, why }, mailId: `r${nonce}` }
  if (await outbox.get({ mailId: mail.mailId }, { consistent: true })) return
  await write(stamp, outbox.add(stamp, mail)).catch(ignore('conflict'))
}
