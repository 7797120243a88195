import { ignoreConflict } from '../table/ignore.ts'
import type { MailName } from './mailKinds.ts'
import { outbox, type OutboxMail } from '../table/outbox.ts'
import { update } from '../table/table.ts'
import type { Became } from './became.ts'
import { heldFor } from './digestMail.ts'
import { note } from './note.ts'

type OutcomeHandler = (mail: OutboxMail, became: Became) => Promise<void>

/** The functions that areas register for the outcomes of their mails, imported when they are called. */
export const outcomes: { readonly [Name in MailName]?: OutcomeHandler } = {
  email: async (...outcome) => (await import('../email/became.ts')).becameOfEmail(...outcome),
  digest: becameOfDigest,
}

/**
 * Applies the outcome of a digest to each mail that it contains; those left out of it are gone. Opening a digest of several mails
 * counts as reading none of them, since it shows only their subjects. May be repeated.
 */
async function becameOfDigest(mail: OutboxMail, outcome: Became): Promise<void> {
  if (!('userId' in mail.to)) return
  const all = await heldFor(mail.about, mail.to)
  const tells = new Set(mail.tells ?? all.map(({ mailId }) => mailId))
  const isOpened = outcome.became === 'opened'
  const ofEach: Became = isOpened && tells.size > 1 ? { ...outcome, became: 'delivered' } : outcome
  for (const held of all) await becameOfHeld(held, tells.has(held.mailId) ? ofEach : { state: 'gone', at: outcome.at })
}

async function becameOfHeld(held: OutboxMail, outcome: Became): Promise<void> {
  const { mailId, letter } = held
  const { state, at, messageId, became } = outcome
  const set = { state, ...(messageId !== undefined && { messageId }) }
  await ignoreConflict(
    update({ actor: 'mail-send', at }, outbox.change({ mailId }, { set, when: [['state', '=', 'held']] })),
  )
  if (became !== undefined) await note(held, became, at)
  await outcomes[letter]?.(held, outcome)
}
