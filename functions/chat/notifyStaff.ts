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
 * Reports from clubs whose only administrator wrote the message become a support thread and are mailed to Touchline's staff at
 * once. As it is mailed, the text quotes no message and no name; staff see those where they read the thread, since chat cannot be
 * read on anyone's behalf. `idempotencyKey`: the idempotency key of two simultaneous reports: the second is refused with a conflict.
 */
export async function notifyStaff(
  stamp: Stamp,
  {
    conversationSid,
    reason,
    idempotencyKey = randomUUID(),
  }: { conversationSid: string; reason: ReportReason; idempotencyKey?: string | undefined },
): Promise<Write[]> {
  const organizationId = organizationOf(conversationSid)
  const organization = await organizations.get({ organizationId })
  const { at } = stamp
  // Like a visitor's thread to which nobody has the secret: it belongs to no account. A reversed digest is not the digest of any
  // secret that could be known.
  const threadId = `v${[...digestOf(`reported ${idempotencyKey}`)].toReversed().join('')}`
  const goesAt = addHours(at, visitorsKeptHours)
  const text = `In ${organization?.name ?? organizationId} a chat message was reported (${reason}), and nobody of the club but its author could be told. What it says, who wrote it and who reported it stands here. Touchline wrote this by itself: nobody reads an answer.`
  const waitingState = { state: 'waiting' as const, since: at, day: at.slice(0, 10), onDay: 1, readSeq: 1 }
  return [
    supportThreads.create({
      ...{ threadId, seq: 1, lastAt: at, goesAt, mailAt: at, ...waitingState },
      ...{ lastText: previewOf(text), reportedIn: organizationId },
    }),
    supportMessages.create({
      ...{ threadId, messageId: randomUUID(), seq: 1, place: supportPlace(1) },
      ...{ from: 'person', text, sentAt: at, goesAt },
    }),
  ]
}
