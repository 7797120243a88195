import { offerHours } from '#shared/rules/register/carts.ts'
import { quoted } from '../mail/message.ts'
import { listText, type Say } from '../mail/say.ts'
import { siteUrl } from '../mail/site.ts'
import { zoneText } from '../mail/whenText.ts'
import type { Writer } from '../mail/writer.ts'
import type { RegistrationEntry } from '../table/registrationEntries.ts'
import { registrationOptions } from '../table/registrations.ts'
import { isNotifiedAbout } from './acting.ts'
import { amountText } from './bill.ts'
import { hasOptionWithoutDates } from './dates.ts'
import { canBeOffered } from './deposits.ts'
import { readEntryContext } from './entryContext.ts'

/** Links to where a family sees its players' status, and leaves the list. */
export const registrationLink = (registrationId: string, say: Say) => ({
  address: `${siteUrl()}/register/${registrationId}`,
  text: say('See the registration', 'Ver la inscripción'),
})

/** Until when a place is held, in the club's time zone and naming it: a reader elsewhere could be off by hours. */
export function heldText(until: string, timeZone: string, say: Say): string {
  const format = new Intl.DateTimeFormat(say.locale, { dateStyle: 'full', timeStyle: 'short', timeZone })
  return `${format.format(new Date(until))}, ${zoneText(until, timeZone, say)}`
}

/** Children who have joined the waiting list, one mail per family: lists those who still wait. */
export const waiting: Writer<'waiting'> = async ({ registrationPlayerId, also = '' }, { to: { userId }, say }) => {
  const ids = [registrationPlayerId, ...also.split(',').filter(Boolean)]
  const all = (await Promise.all(ids.map(readEntryContext))).filter((each) => each !== undefined)
  const isListed = await Promise.all(
    all.map(async ({ entry }) => entry.state === 'waiting' && (await isNotifiedAbout(entry, userId))),
  )
  const listed = all.filter((_, i) => isListed[i])
  const [first] = listed
  if (!first) return undefined
  const [players, name] = [listed.map(({ entry }) => quoted(entry.firstName)), quoted(first.registration.name)]
  const [names, club, days] = [listText(players, say), quoted(first.club.name), offerHours / 24]
  const unpaidDepositCents = listed.reduce(
    (cents, { entry }) => cents + (canBeOffered(entry) ? 0 : (entry.deposit?.cents ?? 0)),
    0,
  )
  return {
    subject: say(`On the waiting list: ${names}, ${name}`, `En la lista de espera: ${names}, ${name}`),
    paragraphs: [
      say(
        `On the waiting list for ${name}: ${names}. When a place becomes free, ${club} emails you and holds it for ${days} days.`,
        `En la lista de espera de ${name}: ${names}. Cuando haya una plaza libre, ${club} te avisa por correo y la guarda ${days} días.`,
      ),
      ...(unpaidDepositCents > 0
        ? [
            say(
              `The deposit of ${amountText(unpaidDepositCents, say)} has not been paid yet. You will only be offered a place once it is.`,
              `El depósito de ${amountText(unpaidDepositCents, say)} todavía no está pagado. Solo se te ofrecerá una plaza cuando lo esté.`,
            ),
          ]
        : []),
    ],
    link: {
      ...registrationLink(first.registrationId, say),
      text: say('See your position or leave the list', 'Ver tu puesto o salir de la lista'),
    },
  }
}

/** A held place was not paid or accepted in time; or its payment is still under way. */
export const placeLapsed: Writer<'placeLapsed'> = async (
  { registrationPlayerId, was, until },
  { to: { userId }, now, say },
) => {
  const context = await readEntryContext(registrationPlayerId)
  // Registered again meanwhile, they have a place or wait for one.
  if (!context || context.entry.state !== 'cancelled' || !(await isNotifiedAbout(context.entry, userId)))
    return undefined
  const { entry, registration, club, registrationId } = context
  // The payment has ended: another mail tells them.
  if (was === 'coming' && entry.lapsedAt !== until) return undefined
  const [player, name] = [quoted(entry.firstName), quoted(registration.name)]
  const heldUntilText = heldText(until, club.timezone, say)
  const heldSentence = say(
    `A place in ${name} was held for ${player} until ${heldUntilText}`,
    `Se guardaba una plaza en ${name} para ${player} hasta ${heldUntilText}`,
  )
  const subject = say(
    `Place no longer held for ${player}: ${name}`,
    `Ya no está guardada la plaza de ${player}: ${name}`,
  )
  const link = registrationLink(registrationId, say)
  if (was === 'coming')
    return {
      subject,
      paragraphs: [
        say(
          `${heldSentence}. A payment for it was in progress but had not arrived by then.`,
          `${heldSentence}. Había un pago en curso que no había llegado para entonces.`,
        ),
        say(
          `Do not pay or register again. When it arrives, ${player} gets a place if one is left; otherwise all of it is refunded. We will let you know either way.`,
          `No pagues ni inscribas otra vez. Cuando llegue, ${player} tendrá una plaza si queda alguna; si no, se devuelve todo. Te avisamos en cualquier caso.`,
        ),
      ],
      link,
    }
  return {
    subject,
    paragraphs: [
      was === 'paying'
        ? say(
            `${heldSentence}, but it was not paid for by then. You owe nothing for it.`,
            `${heldSentence}, pero no se pagó a tiempo. No debes nada por ella.`,
          )
        : (await hasChosenOptionWithoutDates(entry, now))
          ? say(
              `${heldSentence}, but nobody took it by then. The chosen options have no dates left.`,
              `${heldSentence}, pero nadie la ocupó a tiempo. A las opciones elegidas ya no les quedan fechas.`,
            )
          : say(
              `${heldSentence}, but nobody took it by then. It goes to the next person on the waiting list.`,
              `${heldSentence}, pero nadie la ocupó a tiempo. Pasa a la siguiente persona de la lista de espera.`,
            ),
    ],
    link,
    closing: say(
      'You can register again there as long as there are places or a waiting list.',
      'Ahí puedes inscribir de nuevo mientras haya plazas o lista de espera.',
    ),
  }
}

async function hasChosenOptionWithoutDates(entry: RegistrationEntry, now: string): Promise<boolean> {
  const optionsRow = await registrationOptions.get({ registrationId: entry.registrationId })
  return hasOptionWithoutDates(entry, optionsRow?.options ?? [], now)
}
