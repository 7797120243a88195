import { moneyText, type Say } from '../mail/say.ts'
import { quoted } from '../mail/letter.ts'
import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'
import type { Letters } from '../mail/letterKinds.ts'
import { isToldOf } from './acting.ts'
import { about } from './letterAbout.ts'
import { registrationLink } from './waitingLetters.ts'

/** The club has taken a player off: payments go back, or become credit. The payments page says where that stands. */
export const registrationCancelled: Writer<'registrationCancelled'> = async (
  { registrationPlayerId },
  { to: { userId }, say },
) => {
  const known = await about(registrationPlayerId)
  if (!known || known.entry.state !== 'cancelled' || !(await isToldOf(known.entry, userId))) return undefined
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

type Lost = Letters['placeLost']

/** The player and registration, what was paid, and what becomes of it; undefined if the user does not act for the player. */
async function lossOf({ registrationPlayerId, how, cents, credit }: Lost, userId: string | undefined, say: Say) {
  const known = await about(registrationPlayerId)
  if (!known || !(await isToldOf(known.entry, userId))) return undefined
  const { entry, registration, club, registrationId } = known
  const back = [wayBack(how, club.name, say)]
  if (credit !== undefined) {
    const byHand = moneyText(Number(credit), say)
    back.push(
      say(
        `${byHand} of it had been paid by hand, and is your credit with ${quoted(club.name)}: ask them to give it back.`,
        `${byHand} se habían pagado en mano, y son un saldo a tu favor en ${quoted(club.name)}: pídeles que te lo devuelvan.`,
      ),
    )
  }
  return {
    player: quoted(entry.firstName),
    name: quoted(registration.name),
    paid: moneyText(Number(cents) + Number(credit ?? 0), say),
    back,
    registrationId,
  }
}

/** Paid too late for a place, or not in full: the payment goes back. Told as it was when the place was lost. */
export const placeLost: Writer<'placeLost'> = async (lost, { to: { userId }, say }) => {
  const loss = await lossOf(lost, userId, say)
  if (!loss) return undefined
  const { player, name, paid, back, registrationId } = loss
  return {
    subject: say(`No place for ${player}: ${name}`, `Sin plaza para ${player}: ${name}`),
    paragraphs: [
      lost.givenUp
        ? say(
            `${paid} was paid for ${player} in ${name}. You had given the place up before.`,
            `Se pagaron ${paid} por ${player} en ${name}. Antes habías renunciado a la plaza.`,
          )
        : say(
            `${paid} was paid for ${player} in ${name}, but the place had not been paid in time and is not held any more.`,
            `Se pagaron ${paid} por ${player} en ${name}, pero la plaza no se pagó a tiempo y ya no está guardada.`,
          ),
      ...back,
    ],
    link: registrationLink(registrationId, say),
  }
}

/** A player no longer waits for a place: their deposit goes back. */
export const depositBack: Writer<'depositBack'> = async (lost, { to: { userId }, say }) => {
  const loss = await lossOf(lost, userId, say)
  if (!loss) return undefined
  const { player, name, paid, back } = loss
  return {
    subject: say(`Your deposit for ${player}: ${name}`, `Tu depósito para ${player}: ${name}`),
    paragraphs: [
      say(
        `${player} no longer waits for a place in ${name}. The deposit was ${paid}.`,
        `${player} ya no espera una plaza en ${name}. El depósito era de ${paid}.`,
      ),
      ...back,
    ],
    link: { address: `${siteUrl()}/payments?myPlayers=true`, text: say('See your payments', 'Ver tus pagos') },
  }
}
