import type { Choices } from '#shared/rules/notices.ts'
import type { MailName, MailAbout } from './mailKinds.ts'
import type { MailMessage } from './message.ts'
import type { Say } from './say.ts'

/** The recipient of a mail; without `userId` if it goes to an address, whether or not that has an account. */
export type Recipient = { email: string; userId?: string }

/** Writes a mail from the current data, in the reader's language; returns undefined if there is nothing to tell any more. */
export type Writer<Name extends MailName> = (
  about: MailAbout[Name],
  call: { to: Recipient; now: string; say: Say; choices?: Choices },
) => Promise<MailMessage | undefined>
