import { moneyText, type Say } from '../mail/say.ts'
import { quoted } from '../mail/message.ts'
import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'
import type { MailAbout } from '../mail/mailKinds.ts'
import { isNotifiedAbout } from './acting.ts'
import { readEntryContext } from './entryContext.ts'
import { registrationLink } from './waitingMails.ts'

/** The club has taken a player off: payments go back, or become credit. The payments page says where that stands. */
export const registrationCancelled: Writer<'registrationCancelled'> = async (
  { registrationPlayerId },
  { to: { userId }, say },
) => {
  const context = await readEntryContext(registrationPlayerId)
  if (!context || context.entry.state !== 'cancelled' || !(await isNotifiedAbout(context.entry, userId)))
    return undefined
  const { entry, registration, club } = context
  const [player, name] = [quoted(entry.firstName), quoted(registration.name)]
  return {
    subject: say(`${player} is no longer registered: ${name}`, `${player} ya no está en la inscripción: ${name}`),
    paragraphs: [
      say(
        `${quoted(club.name)} has removed ${player} from ${name}. You no longer owe anything for it.`,
        `${quoted(club.name)} ha quitado a ${player} de ${name}. Ya no debes nada por ello.`,
      ),
    ],
    link: {
      address: `${siteUrl()}/payments?myPlayers=true`,
      text: say('See your payments', 'Ver tus pagos'),
    },
    closing: say(
      'If you have questions or want to register again, contact your club.',
      'Si tienes preguntas o quieres inscribir de nuevo, habla con tu club.',
    ),
  }
}

function refundText(how: string, club: string, say: Say): string {
  if (how === 'refund')
    return say(
      'It is refunded the way it was paid. This can take your bank up to ten days.',
      'Se devuelve al medio con el que se pagó. Tu banco puede tardar hasta diez días.',
    )
  return how === 'paypal'
    ? say(
        `It is your credit with ${quoted(club)} until they refund it through PayPal: please ask them to.`,
        `Es un saldo a tu favor en ${quoted(club)} hasta que te lo devuelvan por PayPal: pídeselo, por favor.`,
      )
    : say(
        `It is your credit with ${quoted(club)}: ask them for a refund.`,
        `Es un saldo a tu favor en ${quoted(club)}: pídeles que te lo devuelvan.`,
      )
}

type LostPlace = MailAbout['placeLost']

/** The player and registration, what was paid, and what becomes of it; undefined if the user does not act for the player. */
async function readLoss({ registrationPlayerId, how, cents, credit }: LostPlace, userId: string | undefined, say: Say) {
  const context = await readEntryContext(registrationPlayerId)
  if (!context || !(await isNotifiedAbout(context.entry, userId))) return undefined
  const { entry, registration, club, registrationId } = context
  const refundTexts = [refundText(how, club.name, say)]
  if (credit !== undefined) {
    const creditText = moneyText(Number(credit), say)
    refundTexts.push(
      say(
        `${creditText} of it was paid to the club directly and is your credit with ${quoted(club.name)}: ask them for a refund.`,
        `${creditText} se pagaron directamente al club y son un saldo a tu favor en ${quoted(club.name)}: pídeles que te lo devuelvan.`,
      ),
    )
  }
  return {
    player: quoted(entry.firstName),
    name: quoted(registration.name),
    paid: moneyText(Number(cents) + Number(credit ?? 0), say),
    refundTexts,
    registrationId,
  }
}

/** Paid too late for a place, or not in full: the payment goes back. Told as it was when the place was lost. */
export const placeLost: Writer<'placeLost'> = async (lost, { to: { userId }, say }) => {
  const loss = await readLoss(lost, userId, say)
  if (!loss) return undefined
  const { player, name, paid, refundTexts, registrationId } = loss
  return {
    subject: say(`No place for ${player}: ${name}`, `Sin plaza para ${player}: ${name}`),
    paragraphs: [
      lost.givenUp
        ? say(
            `${paid} was paid for ${player} in ${name}, but you had already given up the place.`,
            `Se pagaron ${paid} por ${player} en ${name}, pero ya habías renunciado a la plaza.`,
          )
        : say(
            `${paid} was paid for ${player} in ${name}, but the place was not paid for in time and is no longer held.`,
            `Se pagaron ${paid} por ${player} en ${name}, pero la plaza no se pagó a tiempo y ya no está guardada.`,
          ),
      ...refundTexts,
    ],
    link: registrationLink(registrationId, say),
  }
}

/** A player no longer waits for a place: their deposit goes back. */
export const depositBack: Writer<'depositBack'> = async (lost, { to: { userId }, say }) => {
  const loss = await readLoss(lost, userId, say)
  if (!loss) return undefined
  const { player, name, paid, refundTexts } = loss
  return {
    subject: say(`Your deposit for ${player}: ${name}`, `Tu depósito para ${player}: ${name}`),
    paragraphs: [
      say(
        `${player} is no longer on the waiting list for ${name}. The deposit was ${paid}.`,
        `${player} ya no está en la lista de espera de ${name}. El depósito era de ${paid}.`,
      ),
      ...refundTexts,
    ],
    link: { address: `${siteUrl()}/payments?myPlayers=true`, text: say('See your payments', 'Ver tus pagos') },
  }
}
