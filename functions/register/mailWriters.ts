import { organizationOf, playerFeeOf, subjectOf, teamOf } from '#shared/ids.ts'
import { mayKnow, viewerOf } from '#shared/childData.ts'
import { formerName, fullName } from '#shared/rules/names.ts'
import { type MailMessage, quoted } from '../mail/message.ts'
import { displayName, type Say } from '../mail/say.ts'
import { withholdForAccount } from '../http/secondFactor.ts'
import { siteUrl } from '../mail/site.ts'
import { startText } from '../mail/whenText.ts'
import type { Writer } from '../mail/writer.ts'
import { fees } from '../table/fees.ts'
import { meOf } from '../table/me.ts'
import { isLanding, ownerOf, type RegistrationEntry } from '../table/registrationEntries.ts'
import { type Registration, registrationNotifications, registrationOptions } from '../table/registrations.ts'
import { isNotifiedAbout } from './acting.ts'
import { datesOf } from './dates.ts'
import { readEntryContext } from './entryContext.ts'
import { depositBack, placeLost, registrationCancelled } from './lostMails.ts'
import { billLines, outstandingParts, amountText } from './bill.ts'
import { datesGone, registrationEdited } from './editedMail.ts'
import { heldText, placeLapsed, registrationLink, waiting } from './waitingMails.ts'

const registeredSubject = (player: string, name: string, say: Say) =>
  say(`${player} is registered: ${quoted(name)}`, `Inscripción de ${player}: ${quoted(name)}`)

/** The most dates listed in a receipt; the rest are in the calendar. */
const maxDates = 10
/** The first dates of the chosen options, in order of time. */
async function chosenDates({ registrationId, optionIds }: RegistrationEntry) {
  const optionsRow = await registrationOptions.get({ registrationId })
  const chosen = (optionsRow?.options ?? []).filter(({ id }) => optionIds.includes(id))
  const eventIds = chosen.flatMap((option) => option.eventIds)
  return (await datesOf(registrationId, eventIds))(eventIds).slice(0, maxDates)
}

/**
 * The receipt of a registration: told to who made it, or acts for the player by now. Mail is no place for more of a child than the first
 * name.
 */
const registered: Writer<'registered'> = async ({ registrationPlayerId }, { to: { userId }, say }) => {
  const context = await readEntryContext(registrationPlayerId)
  if (!context || context.entry.state !== 'registered' || !(await isNotifiedAbout(context.entry, userId)))
    return undefined
  const { entry, registration, club, registrationId } = context
  const player = quoted(entry.firstName)
  // If paid online, the first part is paid, and others may be; before the fees are charged, everything is still due.
  const [dates, outstanding] = await Promise.all([
    chosenDates(entry),
    isLanding(entry) ? undefined : outstandingParts(entry),
  ])
  const bill = billLines(entry, say, outstanding)
  return {
    subject: registeredSubject(player, registration.name, say),
    paragraphs: [
      say(
        `${player} is registered for ${quoted(registration.name)} at ${quoted(club.name)}.`,
        `La inscripción de ${player} en ${quoted(registration.name)}, de ${quoted(club.name)}, está hecha.`,
      ),
    ],
    facts: [...bill, ...dates.map((event) => [quoted(event.name), startText(event, say)] as const)],
    ...(entry.payBy === 'BILL'
      ? {
          buttons: [
            {
              address: `${siteUrl()}/payments?myPlayers=true`,
              text: say('See what you owe', 'Ver lo que debes'),
            },
            registrationLink(registrationId, say),
          ],
        }
      : { link: registrationLink(registrationId, say) }),
    closing: say('To make changes, contact your club.', 'Para cambiar algo, habla con tu club.'),
  }
}

/**
 * Managers who subscribed to it, as long as their rights there let them know the player: without those that the club holds back for lack of a
 * second factor.
 */
async function subscriptionOf(registrationId: string, userId: string, playerId: string) {
  const [subscription, me] = await Promise.all([
    registrationNotifications.get({ registrationId, userId }, { consistent: true }),
    meOf({ userId }),
  ])
  const { access } = withholdForAccount(me)
  const subject = subjectOf(registrationId)
  const viewer = subject && viewerOf(access, subject, { isRosterVisible: false })
  if (!subscription || !viewer || !mayKnow('name', viewer, playerId)) return undefined
  return { ...subscription, mayOpen: viewer.flags.has('canManageRegistration') }
}

/** Where a manager's mail links to: who has registered, or what else they may open. */
function managerLink(
  { registrationId, registrationType }: Registration,
  mayOpen: boolean,
  say: Say,
): NonNullable<MailMessage['link']> {
  const unitUrl = [siteUrl(), organizationOf(registrationId), teamOf(registrationId)].filter(Boolean).join('/')
  const screen = registrationType === 'TEAM' ? 'team-registration' : 'event-registration'
  return mayOpen
    ? {
        address: `${unitUrl}/${screen}/${registrationId}?step=track`,
        text: say('See who is registered', 'Ver quién está inscrito'),
      }
    : { address: `${unitUrl}/registrations`, text: say('See your registrations', 'Ver tus inscripciones') }
}

/** First name only; a player who never landed and has been erased has no name left. */
const playerNameOf = (entry: RegistrationEntry, say: Say): string =>
  fullName(entry) === formerName ? displayName(formerName, say) : quoted(entry.firstName)

/** Tells a manager, as long as they are subscribed and their rights there let them know the player. */
const playerRegistered: Writer<'playerRegistered'> = async ({ registrationPlayerId }, { to: { userId }, say }) => {
  const context = await readEntryContext(registrationPlayerId)
  if (!context || context.entry.state !== 'registered' || !userId) return undefined
  const { entry, registration, registrationId } = context
  const subscribed = await subscriptionOf(registrationId, userId, ownerOf(entry))
  if (!subscribed) return undefined
  const player = playerNameOf(entry, say)
  return {
    subject: registeredSubject(player, registration.name, say),
    paragraphs: [
      say(
        `${player} has been registered for ${quoted(registration.name)}.`,
        `Se ha inscrito a ${player} en ${quoted(registration.name)}.`,
      ),
    ],
    facts: [['Total', amountText(entry.priceInCents, say)]],
    link: managerLink(registration, subscribed.mayOpen, say),
  }
}

/** Why a place costs more than what was seen when the player joined the waiting list. */
const priceIncreaseText = ({ codeLost, priceInCents }: RegistrationEntry, say: Say): string[] => {
  if (!codeLost) return []
  const [code, now, before] = [
    quoted(codeLost.codeTitle),
    amountText(priceInCents, say),
    amountText(codeLost.priceInCents, say),
  ]
  return [
    say(
      `The promo code ${code} has been used up in the meantime. Without it, the place costs ${now} instead of ${before}. You owe nothing until you take it.`,
      `El código promocional ${code} se ha agotado mientras tanto. Sin él, la plaza cuesta ${now} en lugar de ${before}. No debes nada mientras no la ocupes.`,
    ),
  ]
}

/** A place is free for a player on the waiting list. */
const placeOffered: Writer<'placeOffered'> = async ({ registrationPlayerId }, { to: { userId }, now, say }) => {
  const context = await readEntryContext(registrationPlayerId)
  if (!context || context.entry.state !== 'offered' || !(await isNotifiedAbout(context.entry, userId))) return undefined
  const { entry, registration, club, registrationId } = context
  if ((entry.heldUntil ?? '') <= now) return undefined
  const player = quoted(entry.firstName)
  const heldUntilText = heldText(entry.heldUntil ?? now, club.timezone, say)
  return {
    subject: say(
      `A place for ${player}: ${quoted(registration.name)}`,
      `Una plaza para ${player}: ${quoted(registration.name)}`,
    ),
    paragraphs: [
      say(
        `A place is available in ${quoted(registration.name)}. ${quoted(club.name)} is holding it for ${player} until ${heldUntilText}.`,
        `Hay una plaza libre en ${quoted(registration.name)}. ${quoted(club.name)} la guarda para ${player} hasta ${heldUntilText}.`,
      ),
      ...priceIncreaseText(entry, say),
    ],
    facts: [['Total', amountText(entry.priceInCents, say)]],
    link: { ...registrationLink(registrationId, say), text: say('Take the place', 'Ocupar la plaza') },
    closing: say(
      'If you do not take it by then, it goes to the next person on the waiting list.',
      'Si no la ocupas para entonces, pasa a la siguiente persona de la lista de espera.',
    ),
  }
}

/** Tells managers who subscribed to payments. */
const registrationPaid: Writer<'registrationPaid'> = async (
  { registrationPlayerId, playerFeeId },
  { to: { userId }, say },
) => {
  const context = await readEntryContext(registrationPlayerId)
  const fee = await fees.get({ playerFeeId }, { consistent: true })
  if (!context || !fee || fee.paid === 0 || !userId) return undefined
  const { entry, registration, registrationId } = context
  const subscribed = await subscriptionOf(registrationId, userId, ownerOf(entry))
  if (!subscribed?.paymentsToo) return undefined
  const [player, name, paid] = [playerNameOf(entry, say), quoted(registration.name), amountText(fee.paid, say)]
  const { deposit, playerId, parts } = entry
  const isDeposit = deposit !== undefined && playerFeeOf(deposit.feeId, playerId) === playerFeeId
  // An instalment, or one home's share of it.
  const isPart = parts.length > 1 || fee.splitAt !== undefined
  return {
    subject: say(`${paid} was paid for ${player}: ${name}`, `Se pagaron ${paid} por ${player}: ${name}`),
    paragraphs: [
      isDeposit
        ? say(
            `${player}’s deposit for the waiting list of ${name} has been paid.`,
            `Se ha pagado el depósito de ${player} para la lista de espera de ${name}.`,
          )
        : isPart
          ? say(
              `Part of ${player}’s registration for ${name} has been paid.`,
              `Se ha pagado una parte de la inscripción de ${player} en ${name}.`,
            )
          : say(
              `${player}’s registration for ${name} has been paid.`,
              `Se ha pagado la inscripción de ${player} en ${name}.`,
            ),
    ],
    facts: [[quoted(fee.name), paid]],
    link: managerLink(registration, subscribed.mayOpen, say),
  }
}

export const writers = {
  registered,
  playerRegistered,
  registrationCancelled,
  registrationEdited,
  datesGone,
  registrationPaid,
  placeLost,
  depositBack,
  placeOffered,
  waiting,
  placeLapsed,
}
