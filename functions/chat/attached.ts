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

/** What goes with a message beside its text. */

/** Files as a message keeps them; that they are the writer’s own and unused, its transaction checks. */
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
/** An event of those for whom the writer may chat; its name stands for it where it cannot be shown. */
export async function eventFor(access: Access, eventId: string): Promise<Message['event']> {
  if (!mayBeIn(access, eventId)) throw new Problem('not_allowed')
  const found = await events.get({ eventId })
  if (!found || !isThere(found)) throw new Problem('not_found')
  return { eventId, name: found.name }
}

/** Those of these who are in a conversation. */
export async function namedIn(conversationSid: string, userIds: readonly string[]): Promise<string[]> {
  const asked = [...new Set(userIds)]
  const found = await conversationMembers.getMany(asked.map((userId) => ({ conversationSid, userId })))
  return asked.filter((_, i) => {
    const member = found[i]
    return member !== undefined && isIn(member)
  })
}
/** What keeps a file: the message that it came with. */
export const aboutOf = (id: { conversationSid: string; messageSid: string }) => `${id.conversationSid} ${id.messageSid}`

/**
 * The writes that let go of the files of a message. One that is gone by itself, or is another's, holds nothing up; one that goes
 * this moment is looked at anew.
 */
export async function lettingGo(row: Message): Promise<Write[]> {
  const sent = row.files ?? []
  const about = aboutOf(row)
  const found = await files.getMany(sent, { consistent: true })
  return sent.flatMap(({ fileId }, i) =>
    found[i]?.about === about ? [files.remove({ fileId }, 'conflict', [['about', '=', about]])] : [],
  )
}

/** Keeps what a message said, for those who look at the conversation with a reason. */
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
