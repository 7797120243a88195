import { avatarUrlOf } from '../avatarUrl.ts'
import type { MyConversation } from '../table/conversations.ts'

export const byNewest = (a: MyConversation, b: MyConversation) =>
  (b.lastAt ?? '').localeCompare(a.lastAt ?? '') || a.title.localeCompare(b.title)

export const listed = (row: MyConversation, userId: string) => {
  const {
    conversationSid,
    type,
    title,
    other = null,
    muted = false,
    lastAt,
    lastText = '',
    lastFrom,
    lastFromName,
  } = row
  const from = { from: lastFromName ?? '', mine: lastFrom === userId }
  return {
    conversationSid,
    type,
    friendlyName: title,
    userId: other,
    avatarUrl: other === null ? null : avatarUrlOf({ ...row, userId: other }),
    lastMessage: lastAt === undefined ? null : { text: lastText, ...from, sentAt: lastAt },
    unread: Math.max(0, row.lastSeq - row.readSeq),
    named: (row.namedSeq ?? 0) > row.readSeq,
    muted,
  }
}
