import { feeDescriptionLimit, outstandingOf } from '#shared/rules/fees.ts'
import { type MailMessage, quoted } from '../mail/message.ts'
import { dayText, moneyText, type Say } from '../mail/say.ts'
import { siteUrl } from '../mail/site.ts'
import type { Fee } from '../table/fees.ts'

type FeeMailContext = { club: string; today: string; payId: string; say: Say; later: readonly Fee[] }

/**
 * The mail about a fee: amount, purpose, due day, `later` instalments and the link to pay. Only the child's first name, since mail is not
 * private.
 */
export function feeMail(fee: Fee, { club, today, payId, say, later }: FeeMailContext): MailMessage {
  const sum = moneyText(outstandingOf(fee), say)
  const player = quoted(fee.firstName)
  const due = dayText(fee.dueOn, say)
  const isLate = fee.dueOn < today
  const feeName = quoted(fee.name)
  return {
    subject: isLate
      ? say(`${feeName} for ${player} is overdue: ${sum}`, `${feeName} de ${player} va con retraso: ${sum}`)
      : say(`${feeName} for ${player}: ${sum}`, `${feeName} de ${player}: ${sum}`),
    paragraphs: [
      isLate
        ? say(
            `${quoted(club)} has not received ${sum} for ${player} yet. It was due on ${due}.`,
            `${quoted(club)} todavía no ha recibido ${sum} por ${player}. Vencía el ${due}.`,
          )
        : say(
            `${quoted(club)} asks you to pay ${sum} for ${player}. It is due on ${due}.`,
            `${quoted(club)} te pide pagar ${sum} por ${player}. Vence el ${due}.`,
          ),
    ],
    facts: [
      [say('For', 'Concepto'), feeName],
      [say('To pay', 'A pagar'), sum],
      [say('Due', 'Vence'), due],
      ...later.map((part) => [quoted(part.name), partText(part, say)] as const),
      ...(fee.description
        ? [[say('Note', 'Nota'), quoted(fee.description, { max: feeDescriptionLimit })] as const]
        : []),
    ],
    link: {
      // This fee is preselected there, among others that are owed.
      address: `${siteUrl()}/pay/${payId}?fee=${fee.playerFeeId}`,
      text: say('View and pay without signing in', 'Verlo y pagarlo sin iniciar sesión'),
    },
    closing: say(
      'The link is personal: anyone who has it can pay what you or your players owe the club. If you have just paid, you can ignore this email.',
      'El enlace es personal: quien lo tenga puede pagar lo que tú o tus jugadores deben al club. Si acabas de pagar, ignora este correo.',
    ),
  }
}

/** The amount and due day of a later instalment. */
function partText(part: Fee, say: Say): string {
  const [sum, day] = [moneyText(outstandingOf(part), say), dayText(part.dueOn, say)]
  return say(`${sum}, due on ${day}`, `${sum}, vence el ${day}`)
}
