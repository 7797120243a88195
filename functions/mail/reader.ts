import { type Choices, noChoices } from '#shared/rules/notices.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { choicesOf, languageOf, noticeChoices, type ReaderLanguage } from '../table/noticeChoices.ts'
import type { OutboxMail } from '../table/outbox.ts'
import { profiles, type User } from '../table/profiles.ts'
import { sessions } from '../table/sessions.ts'
import { suppressedAddresses } from '../table/suppressedAddresses.ts'
import { type Say, sayIn } from './say.ts'
import type { Recipient } from './writer.ts'

/**
 * The reader of a mail, with their choices of notices. `suppressed`: why their address gets no mail; `isDisabled`: our staff has blocked them.
 */
export type Reader = {
  to: Recipient
  choices: Choices
  say: Say
  suppressed: 'bounced' | 'complained' | undefined
  isDisabled?: boolean
}

/**
 * The reader of a mail; undefined without an address, or if the address belongs to another account by now: links in mails work without
 * signing in.
 */
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
  const isDisabled = session?.disabled === true
  return { to: { email, userId }, choices: choicesOf(chosen), say, suppressed: suppressed?.because, isDisabled }
}

/**
 * The language of the address's owner. For an address without an account: that of the user whom the mail is about, its former owner or the
 * sender of an invitation.
 */
async function languageAt(owner: User | undefined, relatedUserId: string | undefined): Promise<ReaderLanguage> {
  const userId = owner?.userId ?? relatedUserId
  return languageOf(userId === undefined ? undefined : await noticeChoices.get({ userId }))
}
