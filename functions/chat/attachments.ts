import type { Access } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { type MessageTrace, messageTraces } from '../table/chatRecords.ts'
import { conversationMembers } from '../table/conversations.ts'
import { events, isVisible } from '../table/events.ts'
import { refuseIfHarmful } from '../media/harmful.ts'
import { files } from '../table/files.ts'
import type { Message, SentFile } from '../table/messages.ts'
import type { Stored, Stamp, Write } from '../table/writes.ts'
import { mayBeIn } from './access.ts'
import { isIn } from './membership.ts'

/** What is sent with a message beside its text. */

/** The files of a message. That they are the writer's own and unused is checked by its transaction. */
export async function filesOf(fileIds: readonly string[]): Promise<SentFile[]> {
  const fileRows = await files.getMany(
    fileIds.map((fileId) => ({ fileId })),
    { consistent: true },
  )
  return fileRows.map((file) => {
    if (!file) throw new Problem('file_missing')
    refuseIfHarmful(file)
    const { fileId, name, type, size } = file
    return { fileId, name, type, size }
  })
}
/** An event of the conversation's team or club, with its name for readers to whom it cannot be shown. */
export async function eventFor(access: Access, eventId: string): Promise<Message['event']> {
  if (!mayBeIn(access, eventId)) throw new Problem('not_allowed')
  const storedEvent = await events.get({ eventId })
  if (!storedEvent || !isVisible(storedEvent)) throw new Problem('not_found')
  return { eventId, name: storedEvent.name }
}

/** Those of these users who are members of the conversation. */
export async function mentionedMembers(conversationSid: string, userIds: readonly string[]): Promise<string[]> {
  const uniqueIds = [...new Set(userIds)]
  const memberRows = await conversationMembers.getMany(uniqueIds.map((userId) => ({ conversationSid, userId })))
  return uniqueIds.filter((_, i) => {
    const member = memberRows[i]
    return member !== undefined && isIn(member)
  })
}
/** The `about` of a file: the message that it was sent with. */
export const aboutOf = (id: { conversationSid: string; messageSid: string }) => `${id.conversationSid} ${id.messageSid}`

/** The writes that release the files of a message; none for a file that does not exist any more, or belongs to something else. */
export async function releaseFiles(row: Message): Promise<Write[]> {
  const attachedFiles = row.files ?? []
  const about = aboutOf(row)
  const fileRows = await files.getMany(attachedFiles, { consistent: true })
  return attachedFiles.flatMap(({ fileId }, i) =>
    fileRows[i]?.about === about ? [files.remove({ fileId }, 'conflict', [['about', '=', about]])] : [],
  )
}

/** The write that stores the earlier text of a message, for administrators who read the conversation with a reason. */
export const traceWrite = ({ at }: Stamp, row: Stored<Message>, became: MessageTrace['became']): Write => {
  const { conversationSid, messageSid, text, files: formerFiles = [] } = row
  return messageTraces.create({
    conversationSid,
    messageSid,
    text,
    files: formerFiles.map(({ name }) => name),
    became,
    changedAt: at,
    state: String(row.version).padStart(6, '0'),
  })
}
