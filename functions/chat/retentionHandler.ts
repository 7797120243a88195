import { addHours } from '#shared/rules/days.ts'
import { Problem } from '#shared/problems.ts'
import { type ChatRules, chatRules } from '../table/chatRules.ts'
import { type Conversation, conversations, myConversations } from '../table/conversations.ts'
import { type Message, messages } from '../table/messages.ts'
import { pages, write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'
import { lettingGo } from './attached.ts'
import { changedList } from './conversations.ts'

const hoursOfMonth = (365 * 24) / 12

/**
 * Takes away what clubs keep no longer: messages that are older than their rule says, and their files. Reports keep what was
 * reported. What one day has missed, the next one makes up.
 */
export const handler = async ({ time }: { time: string }): Promise<void> => {
  const now = new Date(time).toISOString()
  const stamp = { actor: 'chat-retention', at: now }
  for await (const clubs of pages<ChatRules>(chatRules.limited()))
    for (const { limited: organizationId, keepMonths = 0 } of clubs) {
      if (organizationId === undefined || keepMonths === 0) continue
      const until = addHours(now, -Math.round(keepMonths * hoursOfMonth))
      for await (const found of pages<Conversation>(conversations.ofClub(organizationId)))
        for (const { conversationSid } of found) {
          await takeOld(stamp, conversationSid, until)
          await clearLists(stamp, conversationSid, until)
        }
    }
}

async function takeOld(stamp: Stamp, conversationSid: string, until: string): Promise<void> {
  for (let from = 1; ; ) {
    const rows = await messages.after({ conversationSid }, { from, limit: 100 })
    const old = rows.filter(({ sentAt }) => sentAt < until)
    for (const row of old) await takeAway(stamp, row)
    const last = old.at(-1)
    if (!last || old.length < rows.length || rows.length < 100) return
    from = last.seq + 1
  }
}

async function takeAway(stamp: Stamp, row: Message): Promise<void> {
  const { conversationSid, messageSid } = row
  try {
    await write(stamp, messages.remove({ conversationSid, messageSid }), ...(await lettingGo(row)))
  } catch (error) {
    // Somebody changed it this moment, or it is gone: the next day looks again.
    unlessProblem(error)
  }
}

/**
 * The beginning of what was said last stands on everybody's list of conversations: it goes when the message does. So does what was
 * unread there: nobody could read it any more, and it would be counted for good.
 */
async function clearLists(stamp: Stamp, conversationSid: string, until: string): Promise<void> {
  const { members } = await conversations.withMembers({ conversationSid })
  const lists = members.map(({ userId }) => ({ userId, conversationSid }))
  // Read together: one after the other the lists of all clubs would take longer than this may run.
  const rows = await myConversations.getMany(lists, { consistent: true })
  for (const [i, list] of lists.entries()) {
    const mine = rows[i]
    if (mine?.lastAt === undefined || mine.lastAt >= until) continue
    const { lastText, lastSeq, readSeq } = mine
    if (!lastText && readSeq >= lastSeq) continue
    const cleared = { lastText: '', readSeq: Math.max(readSeq, lastSeq) }
    await write(stamp, ...changedList({ userId: list.userId, mine }, cleared)).catch(unlessProblem)
  }
}

function unlessProblem(error: unknown): void {
  if (!(error instanceof Problem)) throw error
}
