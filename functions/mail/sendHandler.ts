import { kindOf, organizationOf } from '#shared/ids.ts'
import { canWait, isDuty, isFleeting, isQuiet, isTold, mailedAs } from '#shared/rules/notices.ts'
import { Problem } from '#shared/problems.ts'
import { logTrace } from '../runtime/logTrace.ts'
import { outbox, type OutboxMail } from '../table/outbox.ts'
import { retryOnConflict, update, write } from '../table/table.ts'
import { clubUsage } from '../table/usage.ts'
import type { Stamp, Write } from '../table/writes.ts'
import { worker } from '../worker.ts'
import { clubsOf, footerOf } from './footer.ts'
import { countWrites, holdWrites } from './holding.ts'
import { type Footer, written } from './letter.ts'
import { letterOf } from './letters.ts'
import { letterKinds } from './letterKinds.ts'
import type { Became } from './became.ts'
import { outcomes } from './outcomes.ts'
import { type Reader, readerOf } from './reader.ts'
import { senderIn, sendMail } from './ses.ts'

/**
 * The only sender of mail: sends each mail in the outbox at most once. The row says `sending` before SES is called, and a row in
 * that state is not sent again: after a lost response it is unknown whether the mail was sent, so the message goes to the
 * dead-letter queue, whose alarm has it looked into.
 */
export const handler = worker(async ({ pk }, { now }) => {
  const mailId = pk.slice('OUTBOX#'.length)
  const mail = await outbox.get({ mailId }, { consistent: true })
  if (mail?.state === 'sending') throw new NotSent('whether it was is not known')
  if (mail?.state !== 'wanted') return 'nothing to do'
  const stamp = { actor: 'mail-send', at: now }
  const change = changeOf(stamp, mail)
  const told = async (state: OutboxMail['state'], more: Omit<Became, 'state' | 'at'> = {}, of = mail) => {
    await outcomes[mail.letter]?.(of, { state, at: now, ...more })
    return state
  }
  const end = async (state: 'gone' | 'refused', why: string, more: Partial<OutboxMail> = {}) =>
    told(await change('wanted', state, { why, ...more }), { became: more.became })

  const from = process.env.MAIL_FROM
  if (!from) return end('gone', 'this stage sends no mail')
  const reader = await readerOf(mail)
  if (!reader) return end('gone', 'no address')
  const { to, choices, say } = reader
  const { notice } = letterKinds[mail.letter]
  const stopped = whyStopped(mail, reader, now)
  if (stopped) return end(...stopped)
  const hold = (ofClub?: string) =>
    retryOnConflict(async () => {
      const { until, writes } = await holdWrites(mail, reader, { now, ofClub })
      // The outcome is reported first: if this is interrupted after the writes, no retry would report it.
      await told('held', { until })
      await write(stamp, ...writes)
      return 'held'
    })
  if (mayWait(mail, reader) && isQuiet(choices, now)) return hold()
  const found = await letterOf(mail, { to, now, say, choices })
  if (!found) return end('gone', 'nothing left to tell', addressOf(mail, reader))

  // Everything is composed before the row says `sending`: if this is interrupted until then, the message is delivered again.
  const { letter, tells } = found
  const clubs = await clubsOf(tells)
  const { text, html, headers } = await composed(mail, found, { reader, now, clubs })
  const known = {
    ...addressOf(mail, reader),
    subject: letter.subject,
    ...(letter.replyTo !== undefined && { replyTo: letter.replyTo }),
    ...(mail.letter === 'digest' && { tells: tells.map(({ mailId }) => mailId) }),
  }
  const wrote = { ...mail, ...known }
  // Receipts, codes and bills do not count towards the daily limit.
  const isCounted = canWait(notice) && !isFleeting(notice)
  const counted = isCounted ? countWrites(to, { now, add: 1, limited: mayWait(mail, reader) }) : []
  try {
    await change('wanted', 'sending', known, counted)
  } catch (error) {
    if (error instanceof Problem && error.code === 'too_many_requests') return hold(clubs[0]?.timezone)
    throw error
  }
  const { subject, replyTo, calendar, pictures, files } = letter
  const sender = { ...senderIn(from), ...(letter.from !== undefined && { name: letter.from }) }
  const sent = await sendMail(
    { from: sender, to: to.email, subject, replyTo, text, html, calendar, pictures, files, headers },
    mailId,
  )
  switch (sent.as) {
    case 'sent': {
      const state = await change('sending', 'sent', { messageId: sent.messageId })
      await countMail(stamp, mail)
      return told(state, sent, wrote)
    }
    case 'refused':
      console.error(`A mail can never be sent: ${sent.why}`)
      return told(await change('sending', 'refused', { why: sent.why }), {}, wrote)
    case 'not now':
      await change('sending', 'wanted', {}, isCounted ? countWrites(to, { now, add: -1, limited: false }) : [])
      throw new NotSent(sent.why)
    case 'unknown':
      throw new NotSent(`whether it was is not known: ${sent.why}`)
  }
})

/** The reader's address, stored so that mails that were not sent can be found by address too. */
const addressOf = ({ wantedAt }: OutboxMail, { to }: Reader) => ({ email: to.email, wantedAt })

type Stop = [state: 'gone' | 'refused', why: string, more: Partial<OutboxMail>]
/** Why a mail is not sent to this reader; undefined if it may be sent. */
function whyStopped(mail: OutboxMail, reader: Reader, now: string): Stop | undefined {
  const { choices, suppressed, shutOut } = reader
  const { notice } = letterKinds[mail.letter]
  const address = addressOf(mail, reader)
  if (suppressed) {
    const became = { ...address, became: suppressed, becameAt: now }
    return ['refused', `nothing is mailed to its address: ${suppressed}`, became]
  }
  // Calendar mails decide this themselves: readers who want no more of them still get the cancellation of what is in their
  // calendar.
  if (mail.letter !== 'digest' && mailedAs(notice) === 'mail' && !isTold(choices, notice, 'mail'))
    return ['gone', 'its reader does not want mails of this kind', address]
  // The account is disabled: links would not work, and the address may belong to somebody else by now. Mandatory mails, about
  // what they owe, own or must know, are sent all the same.
  if (shutOut && !isDuty(notice, 'mail')) return ['gone', 'its reader is shut out', address]
  return undefined
}

type Composing = { reader: Reader; now: string; clubs: Awaited<ReturnType<typeof clubsOf>> }
/** The text, HTML and extra headers of a letter. */
async function composed(
  mail: OutboxMail,
  { letter, tells }: NonNullable<Awaited<ReturnType<typeof letterOf>>>,
  { reader: { to, say }, now, clubs }: Composing,
) {
  const footer = await footerOf({ tells, clubs, letter, to, now, say })
  const rich = letter.content?.length ? (await import('./richLetter.ts')).richOf(letter) : undefined
  const { text, html } = written(letter, { locale: say.locale, footer, rich })
  const headers = { ...unsubscribing(footer), ...(mail.urgent && { Importance: 'high' }) }
  return { text, html, headers }
}

/** Adds a mail to the usage of its club. A failure is only logged. */
async function countMail(stamp: Stamp, { about }: OutboxMail): Promise<void> {
  const named = Object.values(about).find((id) => typeof id === 'string' && kindOf(id) !== undefined)
  if (typeof named !== 'string') return
  const id = { organizationId: organizationOf(named), month: stamp.at.slice(0, 7) }
  const counted = clubUsage.upsert(id, { set: { month: id.month }, add: { mails: 1 } })
  await update(stamp, counted).catch(logTrace)
}

/** Whether a mail may be held back: not if it is urgent, or was held back before. */
const mayWait = ({ letter, urgent, wasHeld }: OutboxMail, { to }: Reader): boolean =>
  to.userId !== undefined && !urgent && !wasHeld && letter !== 'digest' && canWait(letterKinds[letter].notice)

/**
 * The unsubscribe headers. By RFC 8058 the mail program shows a button, and posts to this address when it is pressed. Without a
 * kind to unsubscribe from, the header has the address of the settings, which the mail program opens.
 */
function unsubscribing({ oneClick, duty, choose }: Footer): Record<string, string> {
  if (oneClick !== undefined)
    return { 'List-Unsubscribe': `<${oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  return choose && duty === undefined ? { 'List-Unsubscribe': `<${choose.address}>` } : {}
}

/** Leaves the message in the queue. The reason is in the error's name, since error messages are not logged. */
class NotSent extends Error {
  constructor(why: string) {
    super(why)
    this.name = `NotSent: ${why}`
  }
}

/** Moves a mail from one state to another and returns the new one. Throws `conflict` if it is no longer in the first. */
const changeOf =
  (stamp: Stamp, { mailId }: OutboxMail) =>
  async (
    from: OutboxMail['state'],
    state: OutboxMail['state'],
    more: Partial<OutboxMail>,
    beside: readonly Write[] = [],
  ): Promise<OutboxMail['state']> => {
    const change = outbox.change({ mailId }, { set: { state, ...more }, when: [['state', '=', from]] })
    await write(stamp, change, ...beside)
    return state
  }
