import { maxMailsPerDay, maxMailsPerWeek } from '#shared/rules/notices.ts'
import { digests, heldMails } from '../table/digests.ts'
import { mailCounts, mondayOf } from '../table/mailCounts.ts'
import { outbox, type OutboxMail } from '../table/outbox.ts'
import type { Write } from '../table/writes.ts'
import type { Reader } from './reader.ts'
import type { Recipient } from './writer.ts'

type Count = { now: string; add: 1 | -1; limited: boolean }

/** The writes that count a mail of a reader by day and week. With `limited` they fail with `too_many_requests` at the limit. */
export function countWrites({ userId }: Recipient, { now, add, limited }: Count): Write[] {
  if (userId === undefined) return []
  const day = now.slice(0, 10)
  const spans = [
    { span: 'day', begins: day, max: maxMailsPerDay },
    { span: 'week', begins: mondayOf(day), max: maxMailsPerWeek },
  ]
  return spans.map(({ span, begins, max }) =>
    mailCounts.upsert(
      { userId, span, begins },
      { set: { begins }, add: { sent: add }, ...(limited && { when: [['sent', '<', max]] as const }) },
      'too_many_requests',
    ),
  )
}

type HoldPlan = { until: string; writes: Write[] }
type HoldTime = { now: string; clubZone: string | undefined }
/**
 * The writes that hold a mail back for the reader's digest, and when that is due. They fail with `conflict` if the digest has changed since
 * it was read. `digestAt.ts` is imported here because it is rarely needed and loads the library for time zones.
 */
export async function holdWrites(
  mail: OutboxMail,
  { to, choices }: Reader,
  { now, clubZone }: HoldTime,
): Promise<HoldPlan> {
  const { mailId, wantedAt } = mail
  const { userId = '', email } = to
  const { digestAt } = await import('./digestAt.ts')
  const { dueAt, write } = await digests.schedule({ userId }, digestAt(choices, now, clubZone))
  const writes = [
    outbox.change({ mailId }, { set: { state: 'held', email, wantedAt }, when: [['state', '=', 'wanted']] }),
    heldMails.create({ userId, mailId }),
    write,
  ]
  return { until: dueAt, writes }
}
