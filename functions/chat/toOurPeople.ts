import { randomUUID } from 'node:crypto'
import { organizationOf } from '#shared/ids.ts'
import { addHours } from '#shared/rules/days.ts'
import { previewOf, type ReportReason } from '#shared/rules/chat.ts'
import { visitorsKeptHours } from '#shared/rules/support.ts'
import { digestOf } from '../secrets/digest.ts'
import { organizations } from '../table/organizations.ts'
import { supportMessages, supportPlace, supportThreads } from '../table/support.ts'
import type { Stamp, Write } from '../table/writes.ts'

/**
 * What was reported where nobody runs the club but who wrote it waits among the questions to our own people, and is mailed to them
 * at once. What it says holds nothing of what was written and no name, as it is mailed; what was reported, by whom and of whom
 * stands with it where they read it, for a chat is not read in anybody's place. `once`: what the same is known by that two report at
 * once: the second is refused as a conflict.
 */
export async function tellOurPeople(
  stamp: Stamp,
  {
    conversationSid,
    reason,
    once = randomUUID(),
  }: { conversationSid: string; reason: ReportReason; once?: string | undefined },
): Promise<Write[]> {
  const organizationId = organizationOf(conversationSid)
  const organization = await organizations.get({ organizationId })
  const { at } = stamp
  // Like a stranger's, of whom nobody has the secret: it is no account's own. A digest that is written backwards is that of no secret
  // which anybody could know.
  const threadId = `v${[...digestOf(`reported ${once}`)].toReversed().join('')}`
  const goesAt = addHours(at, visitorsKeptHours)
  const text = `In ${organization?.name ?? organizationId} a chat message was reported (${reason}), and nobody of the club but its author could be told. What it says, who wrote it and who reported it stands here. Touchline wrote this by itself: nobody reads an answer.`
  const waits = { state: 'waiting' as const, since: at, day: at.slice(0, 10), onDay: 1, readSeq: 1 }
  return [
    supportThreads.create({
      ...{ threadId, seq: 1, lastAt: at, goesAt, mailAt: at, ...waits },
      ...{ lastText: previewOf(text), reportedIn: organizationId },
    }),
    supportMessages.create({
      ...{ threadId, messageId: randomUUID(), seq: 1, place: supportPlace(1) },
      ...{ from: 'person', text, sentAt: at, goesAt },
    }),
  ]
}
