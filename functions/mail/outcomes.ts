import { becameOfEmail } from '../email/became.ts'
import { once } from '../once.ts'
import { type LetterName, outbox, type OutboxMail } from '../table/outbox.ts'
import { update } from '../table/table.ts'
import { heldFor } from './digestLetter.ts'

/** What a mail has come to: `became` is what the mail service tells of it later, or has told of its address before. */
export type Became = {
  state: OutboxMail['state']
  at: string
  messageId?: string | undefined
  became?: OutboxMail['became']
}
type Told = (mail: OutboxMail, became: Became) => Promise<void>

/** Who else is told what became of a mail, once it is known: one line an area that wants to know. */
export const outcomes: { readonly [Name in LetterName]?: Told } = { email: becameOfEmail, digest: becameOfDigest }

/** What became of a digest became of each mail in it. Told again, it is so already. */
async function becameOfDigest(mail: OutboxMail, became: Became): Promise<void> {
  if (!('userId' in mail.to)) return
  const { state, at, messageId } = became
  for (const held of await heldFor(mail.about, mail.to)) {
    const set = { state, ...(messageId !== undefined && { messageId }) }
    await once(update({ actor: 'mail-send', at }, outbox.change(held, { set, when: [['state', '=', 'held']] })))
    await outcomes[held.letter]?.(held, became)
  }
}
