import { organizationOf, playerOf, registrationOf, subjectOf } from '#shared/ids.ts'
import { mayKnow, viewerOf } from '#shared/permissions.ts'
import { fullName } from '#shared/rules/names.ts'
import { type Letter, quoted } from '../mail/letter.ts'
import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'
import { meOf } from '../table/me.ts'
import { organizations } from '../table/organizations.ts'
import { type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { registrationNotifications, registrations } from '../table/registrations.ts'

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const sum = (cents: number) => (cents === 0 ? 'free' : money.format(cents / 100))
const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

async function about(registrationPlayerId: string) {
  const registrationId = registrationOf(registrationPlayerId)
  const [entry, registration, club] = await Promise.all([
    registrationEntries.get({ registrationId, playerId: playerOf(registrationPlayerId) }, { consistent: true }),
    registrations.get({ registrationId }),
    organizations.get({ organizationId: organizationOf(registrationId) }),
  ])
  return entry && registration && club ? { entry, registration, club, registrationId } : undefined
}

/** What was chosen and what it costs: the bill. */
const billOf = ({ lines, reductions, priceInCents, parts }: RegistrationEntry): NonNullable<Letter['facts']> => [
  ...lines.map(
    ({ name, quantity, cents }) => [`${quoted(name)}${quantity > 1 ? ` × ${quantity}` : ''}`, sum(cents)] as const,
  ),
  ...reductions.map(({ name, cents }) => [quoted(name), `−${money.format(cents / 100)}`] as const),
  ['Total', sum(priceInCents)],
  ...(parts.length > 1
    ? parts.map(
        ({ amountInCents, dueOn }) =>
          [`Due ${days.format(new Date(dueOn))}`, money.format(amountInCents / 100)] as const,
      )
    : []),
]

/** The receipt of a registration: told to who made it. Mail is no place for more of a child than the first name. */
const registered: Writer<'registered'> = async ({ registrationPlayerId }, { to: { userId } }) => {
  const known = await about(registrationPlayerId)
  if (!known || known.entry.state !== 'registered' || known.entry.userId !== userId) return undefined
  const { entry, registration, club } = known
  const player = quoted(entry.firstName)
  return {
    subject: `${player} is registered: ${quoted(registration.name)}`,
    paragraphs: [`${quoted(club.name)} has ${player} on the list for ${quoted(registration.name)}.`],
    facts: billOf(entry),
    link:
      entry.payBy === 'BILL'
        ? { address: `${siteUrl()}/payments?myPlayers=true`, text: 'See what is to be paid' }
        : { address: `${siteUrl()}/today`, text: 'Open Touchline' },
    closing: 'To change something, talk to your club.',
  }
}

/** Tells somebody of the club, as long as they want to know, and still have a right there that lets them know the player. */
const playerRegistered: Writer<'playerRegistered'> = async ({ registrationPlayerId }, { to: { userId } }) => {
  const known = await about(registrationPlayerId)
  if (!known || known.entry.state !== 'registered' || !userId) return undefined
  const { entry, registration, registrationId } = known
  const [wanted, { access }] = await Promise.all([
    registrationNotifications.get({ registrationId, userId }, { consistent: true }),
    meOf({ userId }),
  ])
  const subject = subjectOf(registrationId)
  const viewer = subject && viewerOf(access, subject, { isRosterVisible: false })
  if (!wanted || !viewer || !mayKnow('name', viewer, entry.playerId)) return undefined
  const player = quoted(fullName({ firstName: entry.firstName, lastName: '' }))
  return {
    subject: `${player} is registered: ${quoted(registration.name)}`,
    paragraphs: [`${player} has been registered for ${quoted(registration.name)}.`],
    facts: [['Total', sum(entry.priceInCents)]],
    link: { address: `${siteUrl()}/${organizationOf(registrationId)}/registrations`, text: 'See your registrations' },
  }
}

/** A place is free for who has waited for it. */
const placeOffered: Writer<'placeOffered'> = async ({ registrationPlayerId }, { to: { userId }, now }) => {
  const known = await about(registrationPlayerId)
  if (!known || known.entry.state !== 'offered' || known.entry.userId !== userId) return undefined
  const { entry, registration, club, registrationId } = known
  if ((entry.heldUntil ?? '') <= now) return undefined
  const until = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: club.timezone })
  const player = quoted(entry.firstName)
  return {
    subject: `A place for ${player}: ${quoted(registration.name)}`,
    paragraphs: [
      `A place is free in ${quoted(registration.name)}. ${quoted(club.name)} holds it for ${player} until ${until.format(new Date(entry.heldUntil ?? now))}.`,
    ],
    facts: [['Total', sum(entry.priceInCents)]],
    link: { address: `${siteUrl()}/register/${registrationId}`, text: 'Take the place' },
    closing: 'If you do not take it by then, it goes to the next family that waits.',
  }
}

export const letters = { registered, playerRegistered, placeOffered }
