import { addHours } from '#shared/rules/days.ts'
import { countFailures } from '../runtime/countFailures.ts'
import { type ChatRules, chatRules } from '../table/chatRules.ts'
import { type Conversation, conversations, myConversations } from '../table/conversations.ts'
import { ignoreProblem } from '../table/ignore.ts'
import { type Message, messages } from '../table/messages.ts'
import { all, pages, write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'
import { releaseFiles } from './attachments.ts'
import { listChangeWrites } from './conversations.ts'

const hoursOfMonth = (365 * 24) / 12
/** Conversations at a time. */
const concurrency = 8
/** By so much of all clubs each day begins after the one before: by the golden ratio, days come close to every club soonest. */
const stride = 0.618_034
const dayNumberOf = (time: string): number => Math.floor(Date.parse(time) / 86_400_000)

/**
 * Deletes messages that are older than their club's retention rule, with their files. Reports keep their copies. Each day starts
 * at another club and goes around once, so that a club that was not reached in time comes first on another day. A failure in one
 * conversation does not affect others.
 */
export const handler = async ({ time }: { time: string }): Promise<void> => {
  const stamp = { actor: 'chat-retention', at: new Date(time).toISOString() }
  const clubs = await all<ChatRules>(chatRules.withRetention())
  const first = Math.floor(((dayNumberOf(time) * stride) % 1) * clubs.length)
  const failed = await countFailures([...clubs.slice(first), ...clubs.slice(0, first)], 1, (club) => clean(stamp, club))
  // The others are done; the error raises an alarm.
  if (failed > 0) throw new Error(`${failed} clubs keep messages that are too old`)
}

/** Throws once all conversations of the club are done, if some could not be. */
async function clean(stamp: Stamp, { limited: organizationId, keepMonths = 0 }: ChatRules): Promise<void> {
  if (organizationId === undefined || keepMonths === 0) return
  const cutoff = addHours(stamp.at, -Math.round(keepMonths * hoursOfMonth))
  let failed = 0
  for await (const found of pages<Conversation>(conversations.ofClub(organizationId)))
    failed += await countFailures(found, concurrency, async ({ conversationSid }) => {
      await removeOldMessages(stamp, conversationSid, cutoff)
      await clearLists(stamp, conversationSid, cutoff)
    })
  if (failed > 0) throw new Error(`${failed} conversations keep what is too old`)
}

async function removeOldMessages(stamp: Stamp, conversationSid: string, cutoff: string): Promise<void> {
  for (let from = 1; ; ) {
    const rows = await messages.after({ conversationSid }, { from, limit: 100 })
    const old = rows.filter(({ sentAt }) => sentAt < cutoff)
    for (const row of old) await removeMessage(stamp, row)
    const last = old.at(-1)
    if (!last || old.length < rows.length || rows.length < 100) return
    from = last.seq + 1
  }
}

async function removeMessage(stamp: Stamp, row: Message): Promise<void> {
  const { conversationSid, messageSid } = row
  try {
    await write(stamp, messages.remove({ conversationSid, messageSid }), ...(await releaseFiles(row)))
  } catch (error) {
    // Changed at this moment, or gone: the next day's run retries.
    ignoreProblem(error)
  }
}

/**
 * Clears the preview of the last message from members' lists when the message is deleted, and its unread count too: nobody could
 * read it any more, and it would count for ever.
 */
async function clearLists(stamp: Stamp, conversationSid: string, cutoff: string): Promise<void> {
  const { members } = await conversations.withMembers({ conversationSid })
  const lists = members.map(({ userId }) => ({ userId, conversationSid }))
  // Read in batches: one by one, the lists of all clubs would take longer than this may run.
  const rows = await myConversations.getMany(lists, { consistent: true })
  for (const [i, list] of lists.entries()) {
    const listEntry = rows[i]
    if (listEntry?.lastAt === undefined || listEntry.lastAt >= cutoff) continue
    const { lastText, lastSeq, readSeq } = listEntry
    if (!lastText && readSeq >= lastSeq) continue
    const cleared = { lastText: '', readSeq: Math.max(readSeq, lastSeq) }
    await write(stamp, ...listChangeWrites({ userId: list.userId, listEntry }, cleared)).catch(ignoreProblem)
  }
}
