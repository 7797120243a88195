import { byTitle } from '#shared/rules/names.ts'
import { avatarUrlOf } from '../people/avatarUrl.ts'
import { type ConversationMember, conversationMembers, type MyConversation } from '../table/conversations.ts'
import { isIn } from './membership.ts'

/** Being added to a conversation counts as unread, like a message. */
const newsAt = ({ lastAt = '', cameAt = '' }: MyConversation) => (lastAt > cameAt ? lastAt : cameAt)
export const byNewest = (a: MyConversation, b: MyConversation) =>
  newsAt(b).localeCompare(newsAt(a)) || a.title.localeCompare(b.title)

/** The first names of the other members of a group, coaches first: its title while it has no name. */
export const firstNamesOf = (members: readonly ConversationMember[], userId: string): string[] =>
  members
    .filter((member) => isIn(member) && member.userId !== userId && !member.erased)
    .map(({ firstName, lastName, staff = false }) => ({ name: firstName || lastName, staff }))
    .filter(({ name }) => name !== '')
    .toSorted((a, b) => Number(b.staff) - Number(a.staff) || byTitle(a, b))
    .map(({ name }) => name)

/** The members of the groups without a name on a user's list, read in parallel. */
export const withFirstNames = (rows: readonly MyConversation[], userId: string) =>
  Promise.all(
    rows.map(async (row) => {
      const isNameless = row.type === 'group' && row.title === ''
      return { row, firstNames: isNameless ? firstNamesOf(await conversationMembers.of(row), userId) : [] }
    }),
  )
type NamedEntry = Awaited<ReturnType<typeof withFirstNames>>[number]

export const conversationCard = ({ row, firstNames }: NamedEntry, userId: string) => {
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
  const sender = { from: lastFromName ?? '', mine: lastFrom === userId }
  return {
    conversationSid,
    type,
    friendlyName: title,
    firstNames,
    userId: other,
    avatarUrl: other === null ? null : avatarUrlOf({ ...row, userId: other }),
    lastMessage: lastAt === undefined ? null : { text: lastText, ...sender, sentAt: lastAt },
    unread: Math.max(0, row.lastSeq - row.readSeq),
    isNew: row.isNew === true,
    named: (row.namedSeq ?? 0) > row.readSeq,
    muted,
  }
}
