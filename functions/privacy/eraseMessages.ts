import { former, formerName } from '#shared/rules/names.ts'
import { deleteObject } from '../media/bucket.ts'
import { chatLooks, messageTraces } from '../table/chatRecords.ts'
import { chatReports } from '../table/chatReports.ts'
import { conversationMembers, conversations, type MyConversation, myConversations } from '../table/conversations.ts'
import { emailRecipients, emails, emailTests } from '../table/emails.ts'
import { files } from '../table/files.ts'
import { type Message, messages } from '../table/messages.ts'
import { receivedEmails, type ReceivedEmail } from '../table/receivedEmails.ts'
import { noPicture } from '../table/profiles.ts'
import type { Stamp } from '../table/writes.ts'
import { forEachItem, removalOf, writeIdempotently } from './erasedUser.ts'

/**
 * Erases the user's messages in a conversation, with earlier versions, and their name and picture there and in the other members' lists.
 */
export async function eraseInConversation(
  stamp: Stamp,
  userId: string,
  { conversationSid, lastSeq }: Pick<MyConversation, 'conversationSid' | 'lastSeq'>,
) {
  const ownMessageIds = new Set<string>()
  for (let from = 0; from <= lastSeq; from += 1000)
    for (const message of await messages.between({ conversationSid }, from, from + 999))
      if (message.userId === userId) {
        ownMessageIds.add(message.messageSid)
        if (!isErased(message)) await eraseMessage(stamp, message)
      }
  for (const trace of await messageTraces.of({ conversationSid }))
    if (ownMessageIds.has(trace.messageSid))
      await writeIdempotently(stamp, messageTraces.remove({ ...trace, conversationSid }))
  const { members } = await conversations.withMembers({ conversationSid })
  for (const { userId: other } of members) {
    const id = { userId: other, conversationSid }
    const listEntry = await myConversations.get(id, { consistent: true })
    const set = {
      ...(listEntry?.lastFrom === userId && { lastFromName: formerName, lastText: '' }),
      ...(listEntry?.other === userId && { title: formerName, ...noPicture }),
    }
    if (other !== userId && Object.keys(set).length > 0)
      await writeIdempotently(stamp, myConversations.change(id, { set }))
  }
  const set = { ...former, ...noPicture, erased: true } as const
  await writeIdempotently(stamp, conversationMembers.change({ conversationSid, userId }, { set }))
}

/** Whether an earlier run erased it: repeated writes would keep a run from getting to the end of many messages in its time. */
const isErased = ({ text, deletedAt, files, poll, event, mentions }: Message): boolean =>
  text === '' && deletedAt !== undefined && [files, poll, event, mentions].every((each) => each === undefined)

async function eraseMessage(
  stamp: Stamp,
  { conversationSid, messageSid, files: attachedFiles = [], ...message }: Message,
) {
  for (const { fileId } of attachedFiles) {
    await writeIdempotently(stamp, files.remove({ fileId }))
    await deleteObject(`files/${fileId}`)
  }
  const deletedAt = message.deletedAt ?? stamp.at
  const set = { text: '', deletedAt, files: undefined, poll: undefined, event: undefined, mentions: undefined }
  await writeIdempotently(stamp, messages.change({ conversationSid, messageSid }, { set }))
}

/**
 * Erases the user's name on the emails that they have written, also in the recipients' lists, and the emails that they sent to themselves
 * as tests.
 */
export const eraseAuthor = (stamp: Stamp, userId: string) =>
  forEachItem<object>(emails.writtenBy(userId), async (row) => {
    if (row.kind === emailTests.kind) return writeIdempotently(stamp, removalOf(row))
    const emailId = emails.idOf(row)
    await forEachItem<{ userId: string }>(emailRecipients.of({ emailId }), ({ userId: to }) =>
      writeIdempotently(stamp, receivedEmails.change({ userId: to, emailId }, { set: { from: formerName } })),
    )
    await writeIdempotently(stamp, emails.change({ emailId }, { set: { from: formerName } }))
  })

/** Erases the user's name in the log of read conversations; that somebody of the club has read one, when and why, is kept. */
export async function eraseReader(stamp: Stamp, userId: string): Promise<void> {
  for (const look of await chatLooks.by(userId))
    await writeIdempotently(stamp, chatLooks.change(look, { set: { name: formerName } }))
}

/** Erases the user's reported messages, and what they wrote in reports of other messages; the reports themselves are kept. */
export async function eraseInReports(stamp: Stamp, userId: string, organizationId: string): Promise<void> {
  for (const report of await chatReports.of({ organizationId })) {
    const set = {
      ...(report.author === userId && { text: '', files: [] }),
      ...(report.reportedBy === userId && { note: undefined }),
    }
    if (Object.keys(set).length > 0) await writeIdempotently(stamp, chatReports.change(report, { set }))
  }
}

/** Erases the user's name among the recipients of emails. */
export const eraseRecipient = (stamp: Stamp, userId: string) =>
  forEachItem<ReceivedEmail>(receivedEmails.of({ userId }), ({ emailId }) =>
    writeIdempotently(stamp, emailRecipients.change({ emailId, userId }, { set: { name: formerName } })),
  )
