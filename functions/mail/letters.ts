import { isTold, noChoices } from '#shared/rules/notices.ts'
import { letterKinds, type LetterName } from './letterKinds.ts'
import type { OutboxMail } from '../table/outbox.ts'
import { digestLetter, type Told } from './digestLetter.ts'
import type { Letter } from './letter.ts'
import type { Writer } from './writer.ts'

const calendar = () => import('../calendar/letters.ts')
const chat = () => import('../chat/letters.ts')
const email = () => import('../email/letters.ts')
const feeds = () => import('../feeds/letters.ts')
const money = () => import('../money/letters.ts')
const organization = () => import('../organization/letters.ts')
const register = () => import('../register/letters.ts')
const registrations = () => import('../registrations/letters.ts')
const session = () => import('../session/letters.ts')
const support = () => import('../support/letters.ts')
const today = () => import('../today/letters.ts')

type Call = Parameters<Writer<LetterName>>[1]
type AreasLetter = Exclude<LetterName, 'digest'>
type Area<Name extends LetterName> = () => Promise<{ letters: { [Each in Name]: Writer<Each> } }>

/** The area that writes each mail. It is a chunk of the bundle, loaded with its first mail, so that a cold start loads one area alone. */
const areaOf: { readonly [Name in AreasLetter]: Area<Name> } = {
  agree: () => import('../agreements/letters.ts'),
  assignment: () => import('../assignments/letters.ts'),
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
  fileHarmful: () => import('../files/letters.ts'),
  familyInvitation: () => import('../families/letters.ts'),
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
  erasureAsked: () => import('../privacy/letters.ts'),
  secondFactor: session,
  addressChanged: session,
  passkey: session,
  subscription: () => import('../subscriptions/letters.ts'),
  webhook: () => import('../developers/letters.ts'),
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
export async function letterOf(mail: OutboxMail, call: Call): Promise<Told | undefined> {
  if (mail.letter === 'digest') return digestLetter(mail.about, call, heldLetter)
  const letter = await areasLetter(mail.letter, mail.about, call)
  return letter && { letter, tells: [mail] }
}

async function areasLetter(name: AreasLetter, about: OutboxMail['about'], call: Call): Promise<Letter | undefined> {
  const { letters } = (await areaOf[name]()) as { letters: Record<typeof name, Writer<LetterName>> }
  return letters[name](about as never, call)
}

/** One mail of a digest; undefined if its reader has switched its kind off meanwhile. */
async function heldLetter({ letter, about }: OutboxMail, call: Call): Promise<Letter | undefined> {
  const isWanted = isTold(call.choices ?? noChoices, letterKinds[letter].notice, 'mail')
  return letter === 'digest' || !isWanted ? undefined : areasLetter(letter, about, call)
}
