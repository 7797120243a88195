import { canBeDeferred, isMandatory, isFleeting, isQuiet, isSubscribed, mailKindOf } from '#shared/rules/notices.ts'
import { isProblem } from '#shared/problems.ts'
import { logTrace } from '../runtime/logTrace.ts'
import { outbox, type OutboxMail } from '../table/outbox.ts'
import { retryOnConflict, update, write } from '../table/table.ts'
import { clubUsage } from '../table/usage.ts'
import type { Stamp, Stored, Write } from '../table/writes.ts'
import { worker } from '../worker.ts'
import { clubOf } from './clubOf.ts'
import { clubsOf, footerOf } from './footer.ts'
import { countWrites, holdWrites } from './holding.ts'
import { type Footer, renderMail } from './message.ts'
import { messageOf } from './writers.ts'
import { mailKinds } from './mailKinds.ts'
import type { MailOutcome } from './mailOutcome.ts'
import { outcomes } from './outcomes.ts'
import { type Reader, readerOf } from './reader.ts'
import { senderIn, sendMail } from './ses.ts'

/**
 * The only sender of mail: sends each mail in the outbox at most once. The row says `sending` before SES is called, and a row that says so
 * is not sent again: after a lost reply nobody knows whether the mail was sent, so the message goes to the dead-letter queue, whose alarm
 * has an operator look.
 */
export const handler = worker(async ({ pk }, { now }) => {
  const mailId = pk.slice('OUTBOX#'.length)
  const mail = await outbox.get({ mailId }, { consistent: true })
  if (mail?.state === 'sending') throw new NotSentError('whether it was is not known')
  if (mail?.state !== 'wanted') return 'nothing to do'
  const work: Work = { mail, stamp: { actor: 'mail-send', at: now } }
  const from = process.env.MAIL_FROM
  if (!from) return end(work, 'gone', 'this stage sends no mail')
  const reader = await readerOf(mail)
  if (!reader) return end(work, 'gone', 'no address')
  const stop = whyStopped(mail, reader, now)
  if (stop) return end(work, ...stop)
  const { to, choices, say } = reader
  if (mayWait(mail, reader) && isQuiet(choices, now)) return hold(work, reader)
  const content = await messageOf(mail, { to, now, say, choices })
  if (!content) return end(work, 'gone', 'nothing left to tell', addressOf(mail, reader))
  return send(work, { reader, found: content, from })
})

/** One mail, and who writes its row. */
type Work = { mail: Stored<OutboxMail>; stamp: Stamp }
type State = OutboxMail['state']
type ComposedContent = NonNullable<Awaited<ReturnType<typeof messageOf>>>

/**
 * Takes the mail from one state to another, in one transaction with `extraWrites`, and gives the new state. Throws `conflict` if it is not in
 * the first one.
 */
async function changeState(
  { mail: { mailId }, stamp }: Work,
  [from, state]: readonly [from: State, state: State],
  extraFields: Partial<OutboxMail>,
  extraWrites: readonly Write[] = [],
): Promise<State> {
  await write(
    stamp,
    outbox.change({ mailId }, { set: { state, ...extraFields }, when: [['state', '=', from]] }),
    ...extraWrites,
  )
  return state
}

/** Reports a new state of the mail to the area that wanted it, and gives it. */
async function report(
  { mail, stamp }: Work,
  state: State,
  extraFields: Omit<MailOutcome, 'state' | 'at'> = {},
  reportedMail: OutboxMail = mail,
): Promise<State> {
  await outcomes[mail.letter]?.(reportedMail, { state, at: stamp.at, ...extraFields })
  return state
}

/** Ends a mail that is not sent. */
async function end(
  work: Work,
  state: 'gone' | 'refused',
  why: string,
  extraFields: Partial<OutboxMail> = {},
): Promise<State> {
  return report(work, await changeState(work, ['wanted', state], { why, ...extraFields }), {
    became: extraFields.became,
  })
}

/** Holds a mail back for the reader's next digest. `clubZone`: the time zone of its club. */
const hold = (work: Work, reader: Reader, clubZone?: string): Promise<State> =>
  retryOnConflict(async () => {
    const { until, writes } = await holdWrites(work.mail, reader, { now: work.stamp.at, clubZone })
    // Reported first: if this is cut short after the writes, no message would be delivered again to report it.
    await report(work, 'held', { until })
    await write(work.stamp, ...writes)
    return 'held' as const
  })

/**
 * Composes and sends a mail. Everything is composed before the row says `sending`: if this is cut short until then, the message is
 * delivered again. Where the reader has got the day's number of mails, it is held back instead.
 */
async function send(
  work: Work,
  { reader, found: content, from }: { reader: Reader; found: ComposedContent; from: string },
): Promise<State> {
  const { mail, stamp } = work
  const { to } = reader
  const { notice } = mailKinds[mail.letter]
  const { message, coveredMails } = content
  const clubs = await clubsOf(coveredMails)
  const { text, html, headers } = await compose(mail, content, { reader, now: stamp.at, clubs })
  const { subject, replyTo, calendar, pictures, files } = message
  const mailFields = {
    ...addressOf(mail, reader),
    subject,
    ...(replyTo !== undefined && { replyTo }),
    ...(mail.letter === 'digest' && { tells: coveredMails.map(({ mailId }) => mailId) }),
  }
  // Receipts, codes and bills do not count towards the limit of mails a day.
  const isCounted = canBeDeferred(notice) && !isFleeting(notice)
  const count = (add: 1 | -1, limited: boolean) => (isCounted ? countWrites(to, { now: stamp.at, add, limited }) : [])
  try {
    await changeState(work, ['wanted', 'sending'], mailFields, count(1, mayWait(mail, reader)))
  } catch (error) {
    if (isProblem(error, 'too_many_requests')) return hold(work, reader, clubs[0]?.timezone)
    throw error
  }
  const sender = { ...senderIn(from), ...(message.from !== undefined && { name: message.from }) }
  const result = await sendMail(
    { from: sender, to: to.email, subject, replyTo, text, html, calendar, pictures, files, headers },
    mail.mailId,
  )
  const sentMail = { ...mail, ...mailFields }
  switch (result.as) {
    case 'sent': {
      const state = await changeState(work, ['sending', 'sent'], { messageId: result.messageId })
      await countMail(stamp, mail)
      return report(work, state, result, sentMail)
    }
    case 'refused':
      console.error(`A mail can never be sent: ${result.why}`)
      return report(work, await changeState(work, ['sending', 'refused'], { why: result.why }), {}, sentMail)
    case 'not now':
      await changeState(work, ['sending', 'wanted'], {}, count(-1, false))
      throw new NotSentError(result.why)
    case 'unknown':
      throw new NotSentError(`whether it was is not known: ${result.why}`)
  }
}

/** The reader's address, by which staff find mails, also those that were not sent. */
const addressOf = ({ wantedAt }: OutboxMail, { to }: Reader) => ({ email: to.email, wantedAt })

type Stop = [state: 'gone' | 'refused', why: string, more: Partial<OutboxMail>]
/** Why a mail is not sent to this reader; undefined where it is. */
function whyStopped(mail: OutboxMail, reader: Reader, now: string): Stop | undefined {
  const { choices, suppressed, isDisabled } = reader
  const { notice } = mailKinds[mail.letter]
  const address = addressOf(mail, reader)
  if (suppressed) {
    const suppressionFields = { ...address, became: suppressed, becameAt: now }
    return ['refused', `nothing is mailed to its address: ${suppressed}`, suppressionFields]
  }
  // Calendar mails decide by themselves: who has switched them off still gets the cancellation of an event that is in their calendar.
  if (mail.letter !== 'digest' && mailKindOf(notice) === 'mail' && !isSubscribed(choices, notice, 'mail'))
    return ['gone', 'its reader does not want mails of this kind', address]
  // The links would not work, and the address may belong to somebody else by now. Bills, receipts and other duties are mailed all the same.
  if (isDisabled && !isMandatory(notice, 'mail')) return ['gone', 'its reader is shut out', address]
  return undefined
}

type ComposeInput = { reader: Reader; now: string; clubs: Awaited<ReturnType<typeof clubsOf>> }
/** The text, HTML and extra headers of a mail. */
async function compose(
  mail: OutboxMail,
  { message, coveredMails }: NonNullable<Awaited<ReturnType<typeof messageOf>>>,
  { reader: { to, say }, now, clubs }: ComposeInput,
) {
  const footer = await footerOf({ coveredMails, clubs, message, to, now, say })
  const rich = message.content?.length ? (await import('./richMail.ts')).richOf(message) : undefined
  const { text, html } = renderMail(message, { locale: say.locale, footer, rich })
  const headers = { ...unsubscribeHeaders(footer), ...(mail.urgent && { Importance: 'high' }) }
  return { text, html, headers }
}

/** Adds a mail to the usage of its club. A failure is only logged. */
async function countMail(stamp: Stamp, mail: OutboxMail): Promise<void> {
  const organizationId = clubOf(mail)
  if (organizationId === undefined) return
  const id = { organizationId, month: stamp.at.slice(0, 7) }
  const usageChange = clubUsage.upsert(id, { set: { month: id.month }, add: { mails: 1 } })
  await update(stamp, usageChange).catch(logTrace)
}

/** Whether a mail may be held back: not if it is urgent, or was held back before. */
const mayWait = ({ letter, urgent, wasHeld }: OutboxMail, { to }: Reader): boolean =>
  to.userId !== undefined && !urgent && !wasHeld && letter !== 'digest' && canBeDeferred(mailKinds[letter].notice)

/**
 * The headers for unsubscribing. By RFC 8058 the mail program shows a button, and posts to this address when it is pressed. Without a kind
 * that could be unsubscribed from, the header has the address of the settings, which the mail program opens.
 */
function unsubscribeHeaders({ oneClick, duty, choose }: Footer): Record<string, string> {
  if (oneClick !== undefined)
    return { 'List-Unsubscribe': `<${oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  return choose && duty === undefined ? { 'List-Unsubscribe': `<${choose.address}>` } : {}
}

/** Leaves the message in the queue. The reason is in the error's name, since error messages are not logged. */
class NotSentError extends Error {
  constructor(why: string) {
    super(why)
    this.name = `NotSent: ${why}`
  }
}
