import { previewOf, type Reaction, reactions } from '#shared/rules/chat.ts'
import { type Message, messages } from '../table/messages.ts'

/** A message as one of those in the conversation sees it. */
export type MessageView = {
  messageSid: string
  seq: number
  userId: string
  text: string
  sentAt: string
  editedAt: string | null
  deletedAt: string | null
  replyTo: { messageSid: string; userId: string; text: string } | null
  reactions: { reaction: Reaction; count: number; mine: boolean }[]
}

/** Messages with those that they answer, for one reader; those from before they came are not quoted to them. */
export async function viewsOf(
  rows: readonly Message[],
  { userId, sinceSeq }: { userId: string; sinceSeq: number },
): Promise<MessageView[]> {
  const byId = new Map(rows.map((row) => [row.messageSid, row]))
  const lacking = rows.flatMap(({ conversationSid, replyTo }) =>
    replyTo !== undefined && !byId.has(replyTo) ? [{ conversationSid, messageSid: replyTo }] : [],
  )
  for (const row of await messages.getMany(lacking)) if (row) byId.set(row.messageSid, row)
  return rows.map((row) => {
    const replied = row.replyTo === undefined ? undefined : byId.get(row.replyTo)
    const isSeen = replied !== undefined && replied.seq > sinceSeq
    return {
      messageSid: row.messageSid,
      seq: row.seq,
      userId: row.userId,
      text: row.text,
      sentAt: row.sentAt,
      editedAt: row.editedAt ?? null,
      deletedAt: row.deletedAt ?? null,
      replyTo: isSeen
        ? { messageSid: replied.messageSid, userId: replied.userId, text: previewOf(replied.text) }
        : null,
      reactions: reactionsOf(row, userId),
    }
  })
}

export const reactionOf = (userId: string) => `reaction:${userId}` as const

function reactionsOf(row: Message, userId: string): MessageView['reactions'] {
  const given = Object.entries(row).filter(([name]) => name.startsWith('reaction:'))
  return reactions.flatMap((reaction) => {
    const count = given.filter(([, value]) => value === reaction).length
    return count > 0 ? [{ reaction, count, mine: row[reactionOf(userId)] === reaction }] : []
  })
}
