import { emailUsers } from '../table/emailUsers.ts'
import { outbox, type OutboxMail } from '../table/outbox.ts'
import { profiles } from '../table/profiles.ts'
import { update } from '../table/table.ts'
import { worker } from '../worker.ts'
import { letters, outcomes } from './letters.ts'
import type { Recipient, Writer } from './writer.ts'
import { sendLetter } from './ses.ts'

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
  const change = changeOf(mail, now)
  const told = async (state: OutboxMail['state']) => {
    await outcomes[mail.letter]?.(mail, { state, at: now })
    return state
  }

  const from = process.env.MAIL_FROM
  if (!from) return told(await change('wanted', 'gone', { why: 'this stage sends no mail' }))
  const to = await recipientOf(mail)
  if (!to) return told(await change('wanted', 'gone', { why: 'no address' }))
  const write = letters[mail.letter] as Writer<OutboxMail['letter']>
  const letter = await write(mail.about as never, { to, now })
  if (!letter) return told(await change('wanted', 'gone', { why: 'nothing left to tell' }))

  await change('wanted', 'sending', {
    email: to.email,
    subject: letter.subject,
    wantedAt: mail.wantedAt,
    ...(letter.replyTo !== undefined && { replyTo: letter.replyTo }),
  })
  const sent = await sendLetter(letter, { email: to.email, from, mailId })
  switch (sent.as) {
    case 'sent':
      return told(await change('sending', 'sent', { messageId: sent.messageId }))
    case 'refused':
      console.error(`A mail can never be sent: ${sent.why}`)
      return told(await change('sending', 'refused', { why: sent.why }))
    case 'not now':
      await change('sending', 'wanted', {})
      throw new NotSent(sent.why)
    case 'unknown':
      throw new NotSent(`whether it was is not known: ${sent.why}`)
  }
})

/** Leaves the message in the queue. The log has an error's name, and not what it says. */
class NotSent extends Error {
  constructor(why: string) {
    super(why)
    this.name = `NotSent: ${why}`
  }
}

/** Takes a mail from one state to another; gives the latter. A conflict when it is not in the former any more. */
const changeOf =
  ({ mailId }: OutboxMail, at: string) =>
  async (
    from: OutboxMail['state'],
    state: OutboxMail['state'],
    more: Partial<OutboxMail>,
  ): Promise<OutboxMail['state']> => {
    await update(
      { actor: 'mail-send', at },
      outbox.change({ mailId }, { set: { state, ...more }, when: [['state', '=', from]] }),
    )
    return state
  }

/** Letters have links that answer without signing in: an address that somebody else has by now is not mailed. */
async function recipientOf({ to }: OutboxMail): Promise<Recipient | undefined> {
  if ('email' in to) return to
  const { userId } = to
  const email = (await profiles.get({ userId }))?.email
  const owner = email ? await emailUsers.get({ email }) : undefined
  return email && owner?.userId === userId ? { email, userId } : undefined
}
