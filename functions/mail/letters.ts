import { isTold, noChoices } from '#shared/rules/notices.ts'
import { letters as agreements } from '../agreements/letters.ts'
import { letters as assignments } from '../assignments/letters.ts'
import { letters as chat } from '../chat/letters.ts'
import { letters as email } from '../email/letters.ts'
import { letters as money } from '../money/letters.ts'
import { letters as organization } from '../organization/letters.ts'
import { letters as families } from '../families/letters.ts'
import { letters as calendar } from '../calendar/letters.ts'
import { letters as feeds } from '../feeds/letters.ts'
import { letters as register } from '../register/letters.ts'
import { letters as registrations } from '../registrations/letters.ts'
import { letters as support } from '../support/letters.ts'
import { letters as subscriptions } from '../subscriptions/letters.ts'
import type { LetterName, OutboxMail } from '../table/outbox.ts'
import { letters as today } from '../today/letters.ts'
import { digestLetter } from './digestLetter.ts'
import { noticeOf } from './noticeOf.ts'
import type { Writer } from './writer.ts'

/** Who writes each letter: one line an area. */
export const letters: { readonly [Name in LetterName]: Writer<Name> } = {
  ...calendar,
  ...feeds,
  ...chat,
  ...money,
  ...today,
  ...organization,
  ...agreements,
  ...families,
  ...email,
  ...register,
  ...registrations,
  ...support,
  ...assignments,
  ...subscriptions,
  digest: (about, call) => digestLetter(about, call, anyOf),
}

/** One of those that were held back, unless its kind was switched off meanwhile. */
async function anyOf(mail: OutboxMail, call: Parameters<Writer<LetterName>>[1]) {
  const write = letters[mail.letter] as Writer<LetterName>
  const wanted = isTold(call.choices ?? noChoices, noticeOf[mail.letter], 'mail')
  return mail.letter === 'digest' || !wanted ? undefined : write(mail.about as never, call)
}
