import type { Access } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { type MessageTrace, messageTraces } from '../table/chatRecords.ts'
import { conversationMembers } from '../table/conversations.ts'
import { events, isThere } from '../table/events.ts'
import { refuseIfHarmful } from '../media/harmful.ts'
import { files } from '../table/files.ts'
import type { Message, SentFile } from '../table/messages.ts'
import type { Stored, Stamp, Write } from '../table/writes.ts'
import { mayBeIn } from './access.ts'
import { isIn } from './membership.ts'

/** Attachments of a message. */

/** File references as a message keeps them; the message's transaction checks that they belong to the writer and are unused. */
export async function filesOf(fileIds: readonly string[]): Promise<SentFile[]> {
  const found = await files.getMany(
    fileIds.map((fileId) => ({ fileId })),
    { consistent: true },
  )
  return found.map((file) => {
    if (!file) throw new Problem('file_missing')
    refuseIfHarmful(file)
    const { fileId, name, type, size } = file
    return { fileId, name, type, size }
  })
}
/** An event that the writer may chat about; its name is kept for when it cannot be shown. */
export async function eventFor(access: Access, eventId: string): Promise<Message['event']> {
  if (!mayBeIn(access, eventId)) throw new Problem('not_allowed')
  const found = await events.get({ eventId })
  if (!found || !isThere(found)) throw new Problem('not_found')
  return { eventId, name: found.name }
}

/** Those of these users who are in the conversation. */
export async function namedIn(conversationSid: string, userIds: readonly string[]): Promise<string[]> {
  const asked = [...new Set(userIds)]
  const found = await conversationMembers.getMany(asked.map((userId) => ({ conversationSid, userId })))
  return asked.filter((_, i) => {
    const member = found[i]
    return member !== undefined && isIn(member)
  })
}
/** The owner key of a message's files. */
export const aboutOf = (id: { conversationSid: string; messageSid: string }) => `${id.conversationSid} ${id.messageSid}`

/**
 * Writes that delete a message's files. Files that are gone or belong elsewhere are skipped; one that goes at this moment causes
 * a conflict.
 */
export async function lettingGo(row: Message): Promise<Write[]> {
  const sent = row.files ?? []
  const about = aboutOf(row)
  const found = await files.getMany(sent, { consistent: true })
  return sent.flatMap(({ fileId }, i) =>
    found[i]?.about === about ? [files.remove({ fileId }, 'conflict', [['about', '=', about]])] : [],
  )
}

/** Keeps the previous text of a message, for reviewers of the conversation. */
export const traceOf = ({ at }: Stamp, row: Stored<Message>, became: MessageTrace['became']): Write => {
  const { conversationSid, messageSid, text, files: had = [] } = row
  return messageTraces.create({
    conversationSid,
    messageSid,
    text,
    files: had.map(({ name }) => name),
    became,
    changedAt: at,
    state: String(row.version).padStart(6, '0'),
  })
}
