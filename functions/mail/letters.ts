import { letters as agreements } from '../agreements/letters.ts'
import { letters as assignments } from '../assignments/letters.ts'
import { letters as chat } from '../chat/letters.ts'
import { becameOfEmail } from '../email/became.ts'
import { letters as email } from '../email/letters.ts'
import { letters as money } from '../money/letters.ts'
import { letters as organization } from '../organization/letters.ts'
import { letters as families } from '../families/letters.ts'
import { letters as calendar } from '../calendar/letters.ts'
import { letters as register } from '../register/letters.ts'
import { letters as registrations } from '../registrations/letters.ts'
import { letters as subscriptions } from '../subscriptions/letters.ts'
import type { LetterName, OutboxMail } from '../table/outbox.ts'
import { letters as today } from '../today/letters.ts'
import type { Writer } from './writer.ts'

/** Who writes each letter: one line an area. */
export const letters: { readonly [Name in LetterName]: Writer<Name> } = {
  ...calendar,
  ...chat,
  ...money,
  ...today,
  ...organization,
  ...agreements,
  ...families,
  ...email,
  ...register,
  ...registrations,
  ...assignments,
  ...subscriptions,
}

type Told = (mail: OutboxMail, became: { state: OutboxMail['state']; at: string }) => Promise<void>

/** Who else is told what became of a mail, once it is known: one line an area that wants to know. */
export const outcomes: { readonly [Name in LetterName]?: Told } = { email: becameOfEmail }
