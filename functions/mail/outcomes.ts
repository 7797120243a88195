import { once } from '../once.ts'
import type { LetterName } from './letterKinds.ts'
import { outbox, type OutboxMail } from '../table/outbox.ts'
import { update } from '../table/table.ts'
import type { Became } from './became.ts'
import { heldFor } from './digestLetter.ts'

type Told = (mail: OutboxMail, became: Became) => Promise<void>

/** Who else is told what became of a mail, once it is known: one line an area that wants to know, loaded when it is told. */
export const outcomes: { readonly [Name in LetterName]?: Told } = {
  email: async (...told) => (await import('../email/became.ts')).becameOfEmail(...told),
  digest: becameOfDigest,
}

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
