import { isChosen, titleIn } from '#shared/rules/registrations/questions.ts'
import { quoted } from '../mail/message.ts'
import type { Say } from '../mail/say.ts'
import { siteUrl } from '../mail/site.ts'
import { startText } from '../mail/whenText.ts'
import type { Writer } from '../mail/writer.ts'
import { events } from '../table/events.ts'
import type { RegistrationEntry } from '../table/registrationEntries.ts'
import { registrationOptions, registrationQuestions } from '../table/registrations.ts'
import { isNotifiedAbout } from './acting.ts'
import { billLines, outstandingParts, amountText } from './bill.ts'
import { readEntryContext } from './entryContext.ts'

/** What the new price means for the family. */
function priceText({ priceInCents, state }: RegistrationEntry, before: number, say: Say): string {
  const [newPrice, oldPrice] = [amountText(priceInCents, say), amountText(before, say)]
  if (priceInCents === before)
    return say(`The price has not changed: ${newPrice}.`, `El precio no ha cambiado: ${newPrice}.`)
  const changed = say(
    `It now costs ${newPrice} instead of ${oldPrice}.`,
    `Ahora cuesta ${newPrice} en lugar de ${oldPrice}.`,
  )
  if (state === 'waiting' || state === 'offered')
    return `${changed} ${say('You owe nothing until you take a place.', 'No debes nada mientras no ocupes una plaza.')}`
  const difference = priceInCents - before
  const differenceText = amountText(Math.abs(difference), say)
  return difference > 0
    ? `${changed} ${say(`The additional ${differenceText} is listed under your payments.`, `Los ${differenceText} adicionales están en tus pagos.`)}`
    : `${changed} ${say(`You are charged ${differenceText} less.`, `Se te cobran ${differenceText} menos.`)}`
}

/**
 * The club has changed choices or answers, at the family's request. The mail quotes only answers chosen from the club's options,
 * and none about health; of all others it only names the question.
 */
export const registrationEdited: Writer<'registrationEdited'> = async (
  { registrationPlayerId, before, questions: ids },
  { to: { userId }, say },
) => {
  const context = await readEntryContext(registrationPlayerId)
  if (!context || context.entry.state === 'cancelled' || !(await isNotifiedAbout(context.entry, userId)))
    return undefined
  const { entry, registration, club, registrationId } = context
  const questionsRow = await registrationQuestions.get({ registrationId })
  const changedQuestions = (questionsRow?.questions ?? []).filter(({ id }) => ids.split(',').includes(id))
  const [player, name] = [quoted(entry.firstName), quoted(registration.name)]
  return {
    subject: say(`Changes for ${player}: ${name}`, `Cambios para ${player}: ${name}`),
    paragraphs: [
      say(
        `${quoted(club.name)} has changed the options or answers for ${player} in ${name}.`,
        `${quoted(club.name)} ha cambiado las opciones o respuestas de ${player} en ${name}.`,
      ),
      priceText(entry, Number(before), say),
    ],
    facts: [
      // An entry without a place has not been charged yet.
      ...billLines(entry, say, entry.state === 'registered' ? await outstandingParts(entry) : undefined),
      ...changedQuestions.map((question) => {
        const { id, answerType, medical } = question
        const isQuotable = isChosen(answerType) && !medical
        const answer = isQuotable ? (entry.answers[id] ?? []).map((each) => quoted(each)).join(', ') : ''
        return [quoted(titleIn(question, say('en', 'es'))), answer || say('changed', 'cambiado')] as const
      }),
    ],
    link: { address: `${siteUrl()}/payments?myPlayers=true`, text: say('See your payments', 'Ver tus pagos') },
    closing: say(
      'If this is not what you asked for, contact your club.',
      'Si no es lo que pediste, habla con tu club.',
    ),
  }
}

/** The most dates listed in a mail. */
const maxDates = 10
/**
 * The club has taken dates out of a chosen option: lists those that are still to come and have not been put back since. Dates
 * that were cancelled or deleted as well are no longer the player's either.
 */
export const datesGone: Writer<'datesGone'> = async (
  { registrationPlayerId, eventIds },
  { to: { userId }, now, say },
) => {
  const context = await readEntryContext(registrationPlayerId)
  if (!context || context.entry.state !== 'registered' || !(await isNotifiedAbout(context.entry, userId)))
    return undefined
  const { entry, registration, club, registrationId } = context
  const [optionsRow, found] = await Promise.all([
    registrationOptions.get({ registrationId }),
    events.getMany(eventIds.split(',').map((eventId) => ({ eventId }))),
  ])
  const chosen = (optionsRow?.options ?? []).filter(({ id }) => entry.optionIds.includes(id))
  const removedDates = found
    .flatMap((event) => event ?? [])
    .filter(({ eventId, end }) => end > now && !chosen.some((option) => option.eventIds.includes(eventId)))
    .toSorted((a, b) => a.start.localeCompare(b.start))
  if (removedDates.length === 0) return undefined
  const [player, name, count] = [quoted(entry.firstName), quoted(registration.name), removedDates.length]
  const more = count - maxDates
  return {
    subject: say(`Fewer dates for ${player}: ${name}`, `Menos fechas para ${player}: ${name}`),
    paragraphs: [
      count === 1
        ? say(
            `${quoted(club.name)} has removed a date from ${name}: it is no longer part of ${player}’s registration.`,
            `${quoted(club.name)} ha quitado una fecha de ${name}: ya no forma parte de la inscripción de ${player}.`,
          )
        : say(
            `${quoted(club.name)} has removed ${count} dates from ${name}: they are no longer part of ${player}’s registration.`,
            `${quoted(club.name)} ha quitado ${count} fechas de ${name}: ya no forman parte de la inscripción de ${player}.`,
          ),
    ],
    facts: [
      ...removedDates.slice(0, maxDates).map((event) => [quoted(event.name), startText(event, say)] as const),
      ...(more > 0 ? [[say('More dates', 'Más fechas'), String(more)] as const] : []),
    ],
    link: { address: `${siteUrl()}/today`, text: say('Open Touchline', 'Abrir Touchline') },
    closing: say('If you have questions, contact your club.', 'Si tienes preguntas, habla con tu club.'),
  }
}
