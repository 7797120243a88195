import { ignoreConflict } from '../table/ignore.ts'
import type { MailName } from './mailKinds.ts'
import { outbox, type OutboxMail } from '../table/outbox.ts'
import { update } from '../table/table.ts'
import type { MailOutcome } from './mailOutcome.ts'
import { heldMailsFor } from './digestMail.ts'
import { storeOutcome } from './storeOutcome.ts'

type OutcomeHandler = (mail: OutboxMail, became: MailOutcome) => Promise<void>

/** The functions that areas register for the outcomes of their mails, imported when they are called. */
export const outcomes: { readonly [Name in MailName]?: OutcomeHandler } = {
  email: async (...outcome) => (await import('../email/recipientState.ts')).updateRecipientState(...outcome),
  digest: reportDigestOutcome,
}

/**
 * Applies the outcome of a digest to each mail that it contains; those left out of it are gone. Opening a digest of several mails
 * counts as reading none of them, since it shows only their subjects. May be repeated.
 */
async function reportDigestOutcome(mail: OutboxMail, outcome: MailOutcome): Promise<void> {
  if (!('userId' in mail.to)) return
  const heldMails = await heldMailsFor(mail.about, mail.to)
  const includedIds = new Set(mail.tells ?? heldMails.map(({ mailId }) => mailId))
  const isOpened = outcome.became === 'opened'
  const eachOutcome: MailOutcome = isOpened && includedIds.size > 1 ? { ...outcome, became: 'delivered' } : outcome
  for (const heldMail of heldMails)
    await reportHeldOutcome(
      heldMail,
      includedIds.has(heldMail.mailId) ? eachOutcome : { state: 'gone', at: outcome.at },
    )
}

async function reportHeldOutcome(heldMail: OutboxMail, outcome: MailOutcome): Promise<void> {
  const { mailId, letter } = heldMail
  const { state, at, messageId, became } = outcome
  const set = { state, ...(messageId !== undefined && { messageId }) }
  await ignoreConflict(
    update({ actor: 'mail-send', at }, outbox.change({ mailId }, { set, when: [['state', '=', 'held']] })),
  )
  if (became !== undefined) await storeOutcome(heldMail, became, at)
  await outcomes[letter]?.(heldMail, outcome)
}
