import { type Choices, noChoices } from '#shared/rules/notices.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { choicesOf, languageOf, noticeChoices } from '../table/noticeChoices.ts'
import type { OutboxMail } from '../table/outbox.ts'
import { profiles } from '../table/profiles.ts'
import { sessions } from '../table/sessions.ts'
import { suppressedAddresses } from '../table/suppressedAddresses.ts'
import { type Say, sayIn } from './say.ts'
import type { Recipient } from './writer.ts'

/** Who a mail goes to, what they have chosen, and why their address gets none, if it does not. `shutOut`: by our own people. */
export type Reader = {
  to: Recipient
  choices: Choices
  say: Say
  suppressed: 'bounced' | 'complained' | undefined
  shutOut?: boolean
}

/** Letters have links that answer without signing in: an address that somebody else has by now is not mailed. */
export async function readerOf({ to, about }: OutboxMail): Promise<Reader | undefined> {
  if ('email' in to) {
    // An address that was somebody's is written to in their language.
    const whose = about['userId']
    const [suppressed, chosen] = await Promise.all([
      suppressedAddresses.get(to),
      whose === undefined ? undefined : noticeChoices.get({ userId: whose }),
    ])
    return { to, choices: noChoices, say: sayIn(languageOf(chosen)), suppressed: suppressed?.because }
  }
  const { userId } = to
  const [profile, chosen, session] = await Promise.all([
    profiles.get({ userId }),
    noticeChoices.get({ userId }),
    sessions.get({ userId }),
  ])
  const email = profile?.email
  if (!email) return undefined
  const [owner, suppressed] = await Promise.all([emailUsers.get({ email }), suppressedAddresses.get({ email })])
  if (owner?.userId !== userId) return undefined
  const say = sayIn(languageOf(chosen))
  const shutOut = session?.disabled === true
  return { to: { email, userId }, choices: choicesOf(chosen), say, suppressed: suppressed?.because, shutOut }
}
