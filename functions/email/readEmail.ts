import type { email } from '#shared/api/email.ts'
import { orgUnitOf } from '#shared/ids.ts'
import { type Access, playersWith } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { noText } from '#shared/rules/richText.ts'
import { fileLink, cacheableLink } from '../media/fileLink.ts'
import { harmfulAmong, withFileLinks } from '../media/harmful.ts'
import type { CallOf } from '../serve.ts'
import { emailContents, emailRecipients, emails } from '../table/emails.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { mergedPlayers } from '../table/mergedPlayers.ts'
import { profiles } from '../table/profiles.ts'
import { receivedEmails } from '../table/receivedEmails.ts'
import { changeRecipientState } from './recipientState.ts'
import { markRead } from './markRead.ts'
import { stateOf, tallyOf } from './readEmails.ts'
import { mayWriteAt } from './recipients.ts'

/** An email: for its recipients while one of the players it was about is theirs, and for staff who may write to one of its teams. */
export async function readEmail({
  userId,
  me,
  now,
  params: { emailId },
}: CallOf<typeof email, 'GET /rest-api/mail/email/{emailId}'>) {
  const [storedEmail, text, received, recipient, { access }] = await Promise.all([
    emails.get({ emailId }, { consistent: true }),
    emailContents.get({ emailId }, { consistent: true }),
    receivedEmails.get({ userId, emailId }, { consistent: true }),
    emailRecipients.get({ emailId, userId }, { consistent: true }),
    me,
  ])
  const isOwn = storedEmail?.authorId === userId
  const mayWrite = mayWriteAt(access, emailId, storedEmail)
  const isRecipient = received !== undefined && (mayWrite || (await hasPlayerAmong(access, recipient?.playerIds ?? [])))
  if (!isRecipient && !mayWrite) throw new Problem('not_allowed')
  if (!storedEmail || (storedEmail.state === 'draft' && !isOwn)) throw new Problem('not_found')
  const { files = [], pictures = [] } = storedEmail
  const harmful = await harmfulAmong([...files, ...pictures].map(({ fileId }) => fileId))
  return {
    id: emailId,
    orgUnit: { id: orgUnitOf(emailId), name: storedEmail.orgUnitName },
    from: storedEmail.from,
    subject: storedEmail.subject,
    urgent: storedEmail.urgent === true,
    content: text?.content ?? noText,
    files: await withFileLinks(harmful, files, (file) => fileLink(file, now)),
    // For one that is gone, its alternative text is shown.
    pictures: await Promise.all(
      pictures
        .filter(({ fileId }) => !harmful.has(fileId))
        .map(async (file) => ({ fileId: file.fileId, url: await cacheableLink(file, now) })),
    ),
    time: storedEmail.listedAt,
    timezone: storedEmail.timezone,
    ...stateOf(storedEmail),
    revision: storedEmail.version,
    replyTo: received && !isOwn ? ((await addressOf(storedEmail.authorId)) ?? null) : null,
    received: received ? { read: received.readAt !== undefined, players: received.players } : null,
    sent: mayWrite
      ? {
          to: storedEmail.why === 'eventGone' ? { teamIds: [] } : storedEmail.to,
          tally: tallyOf(storedEmail),
          own: isOwn,
        }
      : null,
  }
}

/** Whether one of these is the user's own player whose data they may see; a player merged since counts as the kept one. */
async function hasPlayerAmong(access: Access, playerIds: readonly string[]): Promise<boolean> {
  const ownIds = new Set(playersWith(access, 'sees').map(({ id }) => id))
  const isOwn = (id: string) => ownIds.has(id)
  return playerIds.some(isOwn) || [...(await mergedPlayers.currentIds(playerIds)).values()].some(isOwn)
}

/** The user's current address; undefined if none is known. */
export async function addressOf(userId: string): Promise<string | undefined> {
  const email = (await profiles.get({ userId }))?.email
  const owner = email ? await emailUsers.get({ email }) : undefined
  return owner?.userId === userId ? email : undefined
}

/**
 * Marks a received email as read, and counts that for its author. Idempotent: both are conditional writes, and a missed one is made up by
 * the next call.
 */
export async function markOpen({
  userId,
  me,
  stamp,
  now,
  params: { emailId },
}: CallOf<typeof email, 'GET /rest-api/mail/mark-open/{emailId}'>) {
  const received = await receivedEmails.get({ userId, emailId }, { consistent: true })
  if (!received) throw new Problem(mayWriteAt((await me).access, emailId) ? 'not_found' : 'not_allowed')
  await markRead(stamp, { userId, emailId })
  await changeRecipientState({ emailId, userId }, 'opened', now)
  return {}
}
