import type { staff } from '#shared/api/staff.ts'
import { addDays } from '#shared/rules/days.ts'
import { fold } from '#shared/rules/textMatching.ts'
import { daysBackAtFirst } from '#shared/rules/staff.ts'
import type { CallOf } from '../serve.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { outbox, type OutboxMail } from '../table/outbox.ts'
import { page } from '../table/table.ts'

/** Mails read per page; non-matching ones are filtered out. */
const pageSize = 100

/**
 * The mails to an address, by the index of addresses; without an address all mails, newest day first (the cursor has the day and the
 * position in it).
 */
export async function findMails({
  query: { to = '', from = '', subject = '', daysBack = String(daysBackAtFirst), cursor },
  now,
}: CallOf<typeof staff, 'GET /api/v1/mail-delivery'>) {
  const since = new Date(Date.parse(now) - Number(daysBack) * 86_400_000).toISOString()
  const list = `mails to ${to.toLowerCase()}`
  const position = await positionOf(list, cursor)
  const mailPage = to === '' ? await onDays(position, since, now) : await toAddress(to, since, position)
  const isWanted = (mail: OutboxMail) =>
    fold(mail.subject ?? '').includes(fold(subject)) && fromOf(mail).toLowerCase().includes(from.toLowerCase())
  return { mails: mailPage.mails.filter(isWanted).map(mailCard), cursor: await cursorAt(list, mailPage.next) }
}

type Position = Record<string, string> | undefined
type MailPage = { mails: OutboxMail[]; next: Position }

/** The address index only has keys; the mails are read in full. */
async function toAddress(to: string, since: string, after: Position): Promise<MailPage> {
  const { rows, next } = await page<{ pk: string }>({ ...outbox.toAddress(to, since), limit: pageSize, after })
  const ids = rows.map(({ pk }) => ({ mailId: pk.slice('OUTBOX#'.length) }))
  const mails = await outbox.getMany(ids)
  return { mails: mails.filter((mail) => mail !== undefined), next }
}

async function onDays(position: Position, since: string, now: string): Promise<MailPage> {
  const { day = now.slice(0, 10), ...after } = position ?? {}
  const inDay = Object.keys(after).length > 0 ? after : undefined
  const mails: OutboxMail[] = []
  for (
    let date = day, startPosition = inDay;
    date >= since.slice(0, 10);
    date = addDays(date, -1), startPosition = undefined
  ) {
    const limit = pageSize - mails.length
    const { rows, next } = await page<OutboxMail>({ ...outbox.ofDay(date, since), limit, after: startPosition })
    mails.push(...rows)
    if (next) return { mails, next: { ...next, day: date } }
    if (mails.length >= pageSize) return { mails, next: { day: addDays(date, -1) } }
  }
  return { mails, next: undefined }
}

const fromOf = ({ replyTo = '' }: OutboxMail) => replyTo

const mailCard = (mail: OutboxMail) => ({
  id: mail.mailId,
  letter: mail.letter,
  to: mail.email ?? '',
  from: fromOf(mail),
  subject: mail.subject ?? '',
  wantedAt: mail.wantedAt,
  state: mail.became ?? mail.state,
  why: mail.why ?? '',
})
