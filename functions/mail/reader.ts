import { type Choices, noChoices } from '#shared/rules/notices.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { choicesOf, languageOf, noticeChoices, type ReaderLanguage } from '../table/noticeChoices.ts'
import type { OutboxMail } from '../table/outbox.ts'
import { profiles, type User } from '../table/profiles.ts'
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
    const [suppressed, owner] = await Promise.all([suppressedAddresses.get(to), emailUsers.get(to)])
    const say = sayIn(await languageAt(owner, about['userId']))
    return { to, choices: noChoices, say, suppressed: suppressed?.because }
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

/**
 * An address is written to in the language of who has it. Of a stranger none is known: they are written to in that of whom the mail
 * names, whose address it was, or who invites them and most likely speaks as they do.
 */
async function languageAt(owner: User | undefined, named: string | undefined): Promise<ReaderLanguage> {
  const userId = owner?.userId ?? named
  return languageOf(userId === undefined ? undefined : await noticeChoices.get({ userId }))
}
