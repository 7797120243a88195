import { previewOf, type Reaction, reactions } from '#shared/rules/chat.ts'
import { cacheableLink } from '../media/fileLink.ts'
import { harmfulAmong, withFileLinks } from '../media/harmful.ts'
import { type Message, messages, type SentFile } from '../table/messages.ts'

/** A message as a member sees it. */
export type MessageView = {
  messageSid: string
  seq: number
  userId: string
  text: string
  sentAt: string
  editedAt: string | null
  deletedAt: string | null
  hidden: boolean
  replyTo: { messageSid: string; seq: number; userId: string; text: string } | null
  files: (SentFile & { url: string | null })[]
  poll: { several: boolean; options: { text: string; userIds: string[] }[] } | null
  event: { eventId: string; name: string } | null
  mentions: string[]
  reactions: { reaction: Reaction; count: number; mine: boolean }[]
}
export type Reader = { userId: string; sinceSeq: number; now: string }

/** Messages with those they reply to, for one reader; messages from before the reader joined are not quoted. */
export async function viewsOf(rows: readonly Message[], { userId, sinceSeq, now }: Reader): Promise<MessageView[]> {
  const byId = new Map(rows.map((row) => [row.messageSid, row]))
  const missing = rows.flatMap(({ conversationSid, replyTo }) =>
    replyTo !== undefined && !byId.has(replyTo) ? [{ conversationSid, messageSid: replyTo }] : [],
  )
  const fileIds = rows.flatMap(({ files = [] }) => files.map(({ fileId }) => fileId))
  const [repliedMessages, harmful] = await Promise.all([messages.getMany(missing), harmfulAmong(fileIds)])
  for (const row of repliedMessages) if (row) byId.set(row.messageSid, row)
  return Promise.all(
    rows.map(async (row) => {
      const replied = row.replyTo === undefined ? undefined : byId.get(row.replyTo)
      const isVisible = replied !== undefined && replied.seq > sinceSeq
      return {
        messageSid: row.messageSid,
        seq: row.seq,
        userId: row.userId,
        text: row.text,
        sentAt: row.sentAt,
        editedAt: row.editedAt ?? null,
        deletedAt: row.deletedAt ?? null,
        hidden: row.hidden === true,
        replyTo: isVisible
          ? {
              messageSid: replied.messageSid,
              seq: replied.seq,
              userId: replied.userId,
              text: previewOf(shortOf(replied)),
            }
          : null,
        files: await withFileLinks(harmful, row.files ?? [], (file) => cacheableLink(file, now)),
        poll: pollOf(row),
        event: row.event ?? null,
        mentions: row.mentions ?? [],
        reactions: reactionsOf(row, userId),
      }
    }),
  )
}

/** A message in one line: its text, or the names of its files or event. */
export const shortOf = ({ text, files = [], event }: Pick<Message, 'text' | 'files' | 'event'>): string =>
  text || files.map(({ name }) => name).join(', ') || (event?.name ?? '')

export const reactionOf = (userId: string) => `reaction:${userId}` as const
export const voteOf = (userId: string) => `vote:${userId}` as const

function reactionsOf(row: Message, userId: string): MessageView['reactions'] {
  const reactionEntries = Object.entries(row).filter(([name]) => name.startsWith('reaction:'))
  return reactions.flatMap((reaction) => {
    const count = reactionEntries.filter(([, value]) => value === reaction).length
    return count > 0 ? [{ reaction, count, mine: row[reactionOf(userId)] === reaction }] : []
  })
}

function pollOf(row: Message): MessageView['poll'] {
  if (!row.poll || row.deletedAt !== undefined) return null
  const votes = Object.entries(row).filter(([name]) => name.startsWith('vote:')) as [string, number[]][]
  const voters = (option: number) =>
    votes.flatMap(([name, chosen]) => (chosen.includes(option) ? [name.slice('vote:'.length)] : []))
  return {
    several: row.poll.several,
    options: row.poll.options.map((text, option) => ({ text, userIds: voters(option) })),
  }
}
