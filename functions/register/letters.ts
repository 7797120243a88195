import { organizationOf, playerFeeOf, playerOf, registrationOf, subjectOf } from '#shared/ids.ts'
import { mayKnow, viewerOf } from '#shared/permissions.ts'
import { fullName } from '#shared/rules/names.ts'
import { reductionNames } from '#shared/rules/register/price.ts'
import { type Letter, quoted } from '../mail/letter.ts'
import { dayText, moneyText, type Say } from '../mail/say.ts'
import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'
import { fees } from '../table/fees.ts'
import { meOf } from '../table/me.ts'
import { organizations } from '../table/organizations.ts'
import { ownerOf, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { registrationNotifications, registrations } from '../table/registrations.ts'

const sum = (cents: number, say: Say) => (cents === 0 ? say('free', 'gratis') : moneyText(cents, say))

async function about(registrationPlayerId: string) {
  const registrationId = registrationOf(registrationPlayerId)
  const [entry, registration, club] = await Promise.all([
    registrationEntries.get({ registrationId, playerId: playerOf(registrationPlayerId) }, { consistent: true }),
    registrations.get({ registrationId }),
    organizations.get({ organizationId: organizationOf(registrationId) }),
  ])
  return entry && registration && club ? { entry, registration, club, registrationId } : undefined
}

const reductionIn = (name: string, say: Say): string =>
  name === reductionNames.sibling
    ? say(name, 'Descuento por hermanos')
    : name === reductionNames.earlyBird
      ? say(name, 'Inscripción temprana')
      : name

/** What was chosen and what it costs: the bill. */
const billOf = (
  { lines, reductions, priceInCents, parts, deposit }: RegistrationEntry,
  say: Say,
): NonNullable<Letter['facts']> => [
  ...lines.map(
    ({ name, quantity, cents }) => [`${quoted(name)}${quantity > 1 ? ` × ${quantity}` : ''}`, sum(cents, say)] as const,
  ),
  ...reductions.map(({ name, cents }) => [quoted(reductionIn(name, say)), `−${moneyText(cents, say)}`] as const),
  ['Total', sum(priceInCents, say)],
  ...(deposit ? [[say('Deposit', 'Depósito'), `−${moneyText(deposit.cents, say)}`] as const] : []),
  ...(parts.length > 1
    ? parts.map(
        ({ amountInCents, dueOn }) =>
          [`${say('Due', 'Vence')} ${dayText(dueOn, say)}`, moneyText(amountInCents, say)] as const,
      )
    : []),
]

const registeredSubject = (player: string, name: string, say: Say) =>
  say(`${player} is registered: ${quoted(name)}`, `Inscripción de ${player}: ${quoted(name)}`)

/** The receipt of a registration: told to who made it. Mail is no place for more of a child than the first name. */
const registered: Writer<'registered'> = async ({ registrationPlayerId }, { to: { userId }, say }) => {
  const known = await about(registrationPlayerId)
  if (!known || known.entry.state !== 'registered' || known.entry.userId !== userId) return undefined
  const { entry, registration, club } = known
  const player = quoted(entry.firstName)
  return {
    subject: registeredSubject(player, registration.name, say),
    paragraphs: [
      say(
        `${quoted(club.name)} has ${player} on the list for ${quoted(registration.name)}.`,
        `${quoted(club.name)} tiene a ${player} en la lista de ${quoted(registration.name)}.`,
      ),
    ],
    facts: billOf(entry, say),
    link:
      entry.payBy === 'BILL'
        ? {
            address: `${siteUrl()}/payments?myPlayers=true`,
            text: say('See what is to be paid', 'Ver lo que hay que pagar'),
          }
        : { address: `${siteUrl()}/today`, text: say('Open Touchline', 'Abrir Touchline') },
    closing: say('To change something, talk to your club.', 'Para cambiar algo, habla con tu club.'),
  }
}

/** Who of the club wants to know, as long as they have a right there that lets them know the player. */
async function toldOf(registrationId: string, userId: string, playerId: string) {
  const [wanted, { access }] = await Promise.all([
    registrationNotifications.get({ registrationId, userId }, { consistent: true }),
    meOf({ userId }),
  ])
  const subject = subjectOf(registrationId)
  const viewer = subject && viewerOf(access, subject, { isRosterVisible: false })
  return wanted && viewer && mayKnow('name', viewer, playerId) ? wanted : undefined
}

/** Tells somebody of the club, as long as they want to know, and still have a right there that lets them know the player. */
const playerRegistered: Writer<'playerRegistered'> = async ({ registrationPlayerId }, { to: { userId }, say }) => {
  const known = await about(registrationPlayerId)
  if (!known || known.entry.state !== 'registered' || !userId) return undefined
  const { entry, registration, registrationId } = known
  if (!(await toldOf(registrationId, userId, ownerOf(entry)))) return undefined
  const player = quoted(fullName({ firstName: entry.firstName, lastName: '' }))
  return {
    subject: registeredSubject(player, registration.name, say),
    paragraphs: [
      say(
        `${player} has been registered for ${quoted(registration.name)}.`,
        `Se ha inscrito a ${player} en ${quoted(registration.name)}.`,
      ),
    ],
    facts: [['Total', sum(entry.priceInCents, say)]],
    link: {
      address: `${siteUrl()}/${organizationOf(registrationId)}/registrations`,
      text: say('See your registrations', 'Ver tus inscripciones'),
    },
  }
}

/** A place is free for who has waited for it. */
const placeOffered: Writer<'placeOffered'> = async ({ registrationPlayerId }, { to: { userId }, now, say }) => {
  const known = await about(registrationPlayerId)
  if (!known || known.entry.state !== 'offered' || known.entry.userId !== userId) return undefined
  const { entry, registration, club, registrationId } = known
  if ((entry.heldUntil ?? '') <= now) return undefined
  const until = new Intl.DateTimeFormat(say.locale, { dateStyle: 'full', timeStyle: 'short', timeZone: club.timezone })
  const player = quoted(entry.firstName)
  const held = until.format(new Date(entry.heldUntil ?? now))
  return {
    subject: say(
      `A place for ${player}: ${quoted(registration.name)}`,
      `Una plaza para ${player}: ${quoted(registration.name)}`,
    ),
    paragraphs: [
      say(
        `A place is free in ${quoted(registration.name)}. ${quoted(club.name)} holds it for ${player} until ${held}.`,
        `Hay una plaza libre en ${quoted(registration.name)}. ${quoted(club.name)} la guarda para ${player} hasta ${held}.`,
      ),
    ],
    facts: [['Total', sum(entry.priceInCents, say)]],
    link: { address: `${siteUrl()}/register/${registrationId}`, text: say('Take the place', 'Ocupar la plaza') },
    closing: say(
      'If you do not take it by then, it goes to the next family that waits.',
      'Si no la ocupas hasta entonces, pasa a la siguiente familia que espera.',
    ),
  }
}

/** The club has taken a player off: what was paid goes back, or is a credit; where it stands is told by the payments. */
const registrationCancelled: Writer<'registrationCancelled'> = async (
  { registrationPlayerId },
  { to: { userId }, say },
) => {
  const known = await about(registrationPlayerId)
  if (!known || known.entry.state !== 'cancelled' || known.entry.userId !== userId) return undefined
  const { entry, registration, club } = known
  const [player, name] = [quoted(entry.firstName), quoted(registration.name)]
  return {
    subject: say(`${player} is no longer registered: ${name}`, `${player} ya no está en la inscripción: ${name}`),
    paragraphs: [
      say(
        `${quoted(club.name)} has taken ${player} off ${name}. What was still to be paid for it is asked no more.`,
        `${quoted(club.name)} ha quitado a ${player} de ${name}. Ya no se pide lo que quedaba por pagar.`,
      ),
    ],
    link: {
      address: `${siteUrl()}/payments?myPlayers=true`,
      text: say('See your payments', 'Ver tus pagos'),
    },
    closing: say(
      'To ask why, or to register again, talk to your club.',
      'Para preguntar por qué, o inscribir de nuevo, habla con tu club.',
    ),
  }
}

/** What becomes of what was paid; `credit` of it, in cents, had come in by hand. */
function goesBack({ how, credit }: { how: string; credit?: string }, club: string, say: Say): string[] {
  if (credit === undefined) return [wayBack(how, club, say)]
  const byHand = moneyText(Number(credit), say)
  return [
    wayBack(how, club, say),
    say(
      `${byHand} of it had been paid by hand, and is your credit with ${quoted(club)}: ask them to give it back.`,
      `${byHand} se habían pagado en mano, y son un saldo a tu favor en ${quoted(club)}: pídeles que te lo devuelvan.`,
    ),
  ]
}

function wayBack(how: string, club: string, say: Say): string {
  if (how === 'refund')
    return say(
      'It goes back to what it was paid with. Banks take up to ten days for that.',
      'Vuelve al medio con el que se pagó. Los bancos tardan hasta diez días.',
    )
  return how === 'paypal'
    ? say(
        `It is your credit with ${quoted(club)} until they give it back by PayPal: ask them, please.`,
        `Es un saldo a tu favor en ${quoted(club)} hasta que te lo devuelvan por PayPal: pídeselo, por favor.`,
      )
    : say(
        `It is your credit with ${quoted(club)}: ask them to give it back.`,
        `Es un saldo a tu favor en ${quoted(club)}: pídeles que te lo devuelvan.`,
      )
}

/** Paid too late for a place, or not all of it: what was paid goes back. Told as it was when the place was lost. */
const placeLost: Writer<'placeLost'> = async (
  { registrationPlayerId, how, cents, credit },
  { to: { userId }, say },
) => {
  const known = await about(registrationPlayerId)
  if (!known || known.entry.userId !== userId) return undefined
  const { entry, registration, club, registrationId } = known
  const [player, name] = [quoted(entry.firstName), quoted(registration.name)]
  const paid = moneyText(Number(cents) + Number(credit ?? 0), say)
  return {
    subject: say(`No place for ${player}: ${name}`, `Sin plaza para ${player}: ${name}`),
    paragraphs: [
      say(
        `${paid} was paid for ${player} in ${name}, but the place had not been paid in time and is not held any more.`,
        `Se pagaron ${paid} por ${player} en ${name}, pero la plaza no se pagó a tiempo y ya no está guardada.`,
      ),
      ...goesBack({ how, ...(credit !== undefined && { credit }) }, club.name, say),
    ],
    link: {
      address: `${siteUrl()}/register/${registrationId}`,
      text: say('See the registration', 'Ver la inscripción'),
    },
  }
}

/** Who has waited for a place waits no more: what they waited with goes back. */
const depositBack: Writer<'depositBack'> = async (
  { registrationPlayerId, how, cents, credit },
  { to: { userId }, say },
) => {
  const known = await about(registrationPlayerId)
  if (!known || known.entry.userId !== userId) return undefined
  const { entry, registration, club } = known
  const [player, name] = [quoted(entry.firstName), quoted(registration.name)]
  const paid = moneyText(Number(cents) + Number(credit ?? 0), say)
  return {
    subject: say(`Your deposit for ${player}: ${name}`, `Tu depósito para ${player}: ${name}`),
    paragraphs: [
      say(
        `${player} no longer waits for a place in ${name}. The deposit was ${paid}.`,
        `${player} ya no espera una plaza en ${name}. El depósito era de ${paid}.`,
      ),
      ...goesBack({ how, ...(credit !== undefined && { credit }) }, club.name, say),
    ],
    link: { address: `${siteUrl()}/payments?myPlayers=true`, text: say('See your payments', 'Ver tus pagos') },
  }
}

/** Tells who of the club wants to know of payments, too. */
const registrationPaid: Writer<'registrationPaid'> = async (
  { registrationPlayerId, playerFeeId },
  { to: { userId }, say },
) => {
  const known = await about(registrationPlayerId)
  const fee = await fees.get({ playerFeeId }, { consistent: true })
  if (!known || !fee || fee.paid === 0 || !userId) return undefined
  const { entry, registration, registrationId } = known
  const told = await toldOf(registrationId, userId, ownerOf(entry))
  if (!told?.paymentsToo) return undefined
  const [player, name, paid] = [quoted(entry.firstName), quoted(registration.name), sum(fee.paid, say)]
  const { deposit, playerId } = entry
  const isDeposit = deposit !== undefined && playerFeeOf(deposit.feeId, playerId) === playerFeeId
  return {
    subject: say(`${paid} was paid for ${player}: ${name}`, `Se pagaron ${paid} por ${player}: ${name}`),
    paragraphs: [
      isDeposit
        ? say(
            `The deposit of ${player} for the waiting list of ${name} has been paid.`,
            `Se ha pagado el depósito de ${player} para la lista de espera de ${name}.`,
          )
        : say(
            `The registration of ${player} for ${name} has been paid.`,
            `Se ha pagado la inscripción de ${player} en ${name}.`,
          ),
    ],
    facts: [[quoted(fee.name), paid]],
    link: {
      address: `${siteUrl()}/${organizationOf(registrationId)}/registrations`,
      text: say('See your registrations', 'Ver tus inscripciones'),
    },
  }
}

export const letters = {
  registered,
  playerRegistered,
  registrationCancelled,
  registrationPaid,
  placeLost,
  depositBack,
  placeOffered,
}
