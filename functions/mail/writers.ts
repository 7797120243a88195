import { isSubscribed, noChoices } from '#shared/rules/notices.ts'
import { mailKinds, type MailName } from './mailKinds.ts'
import type { OutboxMail } from '../table/outbox.ts'
import { digestMail, type WrittenMail } from './digestMail.ts'
import type { MailMessage } from './message.ts'
import type { Writer } from './writer.ts'

const calendar = () => import('../calendar/mailWriters.ts')
const chat = () => import('../chat/mailWriters.ts')
const email = () => import('../email/mailWriters.ts')
const feeds = () => import('../feeds/mailWriters.ts')
const money = () => import('../money/mailWriters.ts')
const organization = () => import('../organization/mailWriters.ts')
const register = () => import('../register/mailWriters.ts')
const registrations = () => import('../registrations/mailWriters.ts')
const session = () => import('../session/mailWriters.ts')
const support = () => import('../support/mailWriters.ts')
const today = () => import('../today/mailWriters.ts')

type Call = Parameters<Writer<MailName>>[1]
type AreaMailName = Exclude<MailName, 'digest'>
type Area<Name extends MailName> = () => Promise<{ writers: { [Each in Name]: Writer<Each> } }>

/** The area that writes each mail. It is a chunk of the bundle, loaded with its first mail, so that a cold start loads one area alone. */
const areaOf: { readonly [Name in AreaMailName]: Area<Name> } = {
  agree: () => import('../agreements/mailWriters.ts'),
  assignment: () => import('../assignments/mailWriters.ts'),
  eventNews: calendar,
  availability: calendar,
  chatReported: chat,
  chatWarned: chat,
  chatBlocked: chat,
  chatLooked: chat,
  childAccount: chat,
  email,
  emailTest: email,
  emailNotSent: email,
  emailTakenBack: email,
  fileHarmful: () => import('../files/mailWriters.ts'),
  familyInvitation: () => import('../families/mailWriters.ts'),
  calendarMail: feeds,
  calendarReply: feeds,
  fee: money,
  autopay: money,
  receipt: money,
  manualReceipt: money,
  notCome: money,
  givenBack: money,
  processor: money,
  administer: organization,
  dismissed: organization,
  teamArchived: organization,
  registered: register,
  playerRegistered: register,
  registrationCancelled: register,
  registrationEdited: register,
  datesGone: register,
  registrationPaid: register,
  placeLost: register,
  depositBack: register,
  placeOffered: register,
  waiting: register,
  placeLapsed: register,
  registrationInvitation: registrations,
  erasureAsked: () => import('../privacy/mailWriters.ts'),
  secondFactor: session,
  addressChanged: session,
  passkey: session,
  subscription: () => import('../subscriptions/mailWriters.ts'),
  webhook: () => import('../developers/mailWriters.ts'),
  supportWaiting: support,
  supportAnswered: support,
  invite: today,
  reminder: today,
  request: today,
  requestClosed: today,
}

/**
 * The content of a mail, with the mails of the outbox that it covers (several for a digest); undefined if there is nothing to tell any
 * more.
 */
export async function messageOf(mail: OutboxMail, call: Call): Promise<WrittenMail | undefined> {
  if (mail.letter === 'digest') return digestMail(mail.about, call, heldMessage)
  const message = await areaMessage(mail.letter, mail.about, call)
  return message && { message, coveredMails: [mail] }
}

async function areaMessage(
  name: AreaMailName,
  about: OutboxMail['about'],
  call: Call,
): Promise<MailMessage | undefined> {
  const { writers } = (await areaOf[name]()) as { writers: Record<typeof name, Writer<MailName>> }
  return writers[name](about as never, call)
}

/** One mail of a digest; undefined if its reader has switched its kind off meanwhile. */
async function heldMessage({ letter, about }: OutboxMail, call: Call): Promise<MailMessage | undefined> {
  const isWanted = isSubscribed(call.choices ?? noChoices, mailKinds[letter].notice, 'mail')
  return letter === 'digest' || !isWanted ? undefined : areaMessage(letter, about, call)
}
