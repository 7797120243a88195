import { kindOf, organizationOf } from '#shared/ids.ts'
import { canWait, isDuty, isFleeting, isQuiet, isTold, mailedAs } from '#shared/rules/notices.ts'
import { Problem } from '#shared/problems.ts'
import { logTrace } from '../runtime/logTrace.ts'
import { outbox, type OutboxMail } from '../table/outbox.ts'
import { untilSettled, update, write } from '../table/table.ts'
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
 * The one sender of mail. Hears of each mail that is wanted, and sends it once: the row says `sending` before the mail
 * service is called, and whoever finds that does not send. Rather none than two: after an answer that was lost, nobody
 * knows whether the mail went out; the message is put aside then, and someone looks.
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
  const { to, choices, say, suppressed, shutOut } = reader
  const notice = letterKinds[mail.letter].notice
  // Whose mail did not go out is looked up by their address, too.
  const address = { email: to.email, wantedAt: mail.wantedAt }
  const stopped = suppressed && { ...address, became: suppressed, becameAt: now }
  if (stopped) return end('refused', `nothing is mailed to its address: ${suppressed}`, stopped)
  // Who is told of what stands in their calendar, the letter itself knows: also who wants no more is told that it is off.
  if (mail.letter !== 'digest' && mailedAs(notice) === 'mail' && !isTold(choices, notice, 'mail'))
    return end('gone', 'its reader does not want mails of this kind', address)
  // Its links would answer nothing, and whose address it is by now is not sure. What they owe, have or must know is still told.
  if (shutOut && !isDuty(notice, 'mail')) return end('gone', 'its reader is shut out', address)
  const hold = (ofClub?: string) =>
    untilSettled(async () => {
      const { until, writes } = await holdWrites(mail, reader, { now, ofClub })
      // Who is told of it hears first: cut short after the writes, nobody would come back to tell them.
      await told('held', { until })
      await write(stamp, ...writes)
      return 'held'
    })
  if (mayWait(mail, reader) && isQuiet(choices, now)) return hold()
  const found = await letterOf(mail, { to, now, say, choices })
  if (!found) return end('gone', 'nothing left to tell', address)

  // All of it is there before the row says `sending`: whoever is cut short until then is called again.
  const { letter, tells } = found
  const clubs = await clubsOf(tells)
  const footer = await footerOf({ tells, clubs, letter, to, now, say })
  const rich = letter.content?.length ? (await import('./richLetter.ts')).richOf(letter) : undefined
  const { text, html } = written(letter, { locale: say.locale, footer, rich })
  const headers = { ...unsubscribing(footer), ...(mail.urgent && { Importance: 'high' }) }
  const known = {
    ...address,
    subject: letter.subject,
    ...(letter.replyTo !== undefined && { replyTo: letter.replyTo }),
    ...(mail.letter === 'digest' && { tells: tells.map(({ mailId }) => mailId) }),
  }
  const wrote = { ...mail, ...known }
  // A receipt, a code or a bill takes nothing of how many mails a family gets a day: what asks them something comes beside it.
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

/** For which club it went, that it did; no mail fails by that. */
async function countMail(stamp: Stamp, { about }: OutboxMail): Promise<void> {
  const named = Object.values(about).find((id) => typeof id === 'string' && kindOf(id) !== undefined)
  if (typeof named !== 'string') return
  const id = { organizationId: organizationOf(named), month: stamp.at.slice(0, 7) }
  const counted = clubUsage.upsert(id, { set: { month: id.month }, add: { mails: 1 } })
  await update(stamp, counted).catch(logTrace)
}

/** What can be held back: neither what has to be told at once, nor what was held back already. */
const mayWait = ({ letter, urgent, wasHeld }: OutboxMail, { to }: Reader): boolean =>
  to.userId !== undefined && !urgent && !wasHeld && letter !== 'digest' && canWait(letterKinds[letter].notice)

/**
 * By RFC 8058: the mailbox shows a button of its own, and posts to this address when it is pressed. Without a kind that a press
 * could stop, the header leads to where one chooses, which the mailbox opens and does not post to.
 */
function unsubscribing({ oneClick, duty, choose }: Footer): Record<string, string> {
  if (oneClick !== undefined)
    return { 'List-Unsubscribe': `<${oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  return choose && duty === undefined ? { 'List-Unsubscribe': `<${choose.address}>` } : {}
}

/** Leaves the message in the queue. The log has an error's name, and not what it says. */
class NotSent extends Error {
  constructor(why: string) {
    super(why)
    this.name = `NotSent: ${why}`
  }
}

/** Takes a mail from one state to another; gives the latter. A conflict when it is not in the former any more. */
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
