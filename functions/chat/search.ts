import type { chat } from '#shared/api/chat.ts'
import { fold, matchesText, words } from '#shared/rules/textMatching.ts'
import type { CallOf } from '../serve.ts'
import { type Message, messages } from '../table/messages.ts'
import { requireMember } from './access.ts'
import { viewsOf } from './views.ts'

/** Messages scanned per call, and the most matches returned. */
const maxScanned = 500
const maxFound = 30
const maxSeq = 999_999_999_999

/** Finds messages with words that start with the search words, ignoring accents and case. */
export async function searchMessages({
  userId,
  me,
  now,
  params: { conversationSid },
  body: { text, cursor },
}: CallOf<typeof chat, 'POST /rest-api/chat/conversations/{conversationSid}/search'>) {
  const member = await requireMember(conversationSid, { userId, me })
  const to = cursor === undefined ? maxSeq : Number(cursor) - 1
  const rows = await messages.before({ conversationSid }, { from: member.sinceSeq + 1, to, limit: maxScanned })
  const query = words(fold(text))
  const found: Message[] = rows.filter((row) => matchesText(searchableText(row), query)).slice(0, maxFound)
  const last = found.length === maxFound ? found.at(-1) : rows.length === maxScanned ? rows.at(-1) : undefined
  return { messages: await viewsOf(found, { ...member, now }), cursor: last ? String(last.seq) : null }
}

const searchableText = ({ text, files = [], poll }: Message) =>
  [text, ...files.map(({ name }) => name), ...(poll?.options ?? [])].join(' ')
