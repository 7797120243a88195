import { organizationOf } from '#shared/ids.ts'
import { retryIn } from '#shared/rules/autopay.ts'
import { dayIn } from '#shared/rules/days.ts'
import { paidBy } from '#shared/rules/paying.ts'
import { type MailMessage, quoted } from '../mail/message.ts'
import { dayText, moneyText, type Say } from '../mail/say.ts'
import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'
import { organizations } from '../table/organizations.ts'
import { type Payment, payments } from '../table/payments.ts'
import { type SavedCard, savedCards } from '../table/savedCards.ts'
import { receiptAttachment } from './receipt/receiptMail.ts'
import { receiptOfPayment } from './receipt/receiptOf.ts'

/** The mail to the owner of a saved card: that it was charged; or that it was refused, when it is tried again and how to fix it. */
export const autopay: Writer<'autopay'> = async ({ paymentId, payId }, { to: { userId }, say }) => {
  const organizationId = organizationOf(paymentId)
  if (!userId) return undefined
  const [payment, card, club] = await Promise.all([
    payments.get({ paymentId }, { consistent: true }),
    savedCards.get({ organizationId, userId }, { consistent: true }),
    organizations.get({ organizationId }),
  ])
  if (!payment || !club) return undefined
  const name = quoted(club.name)
  if (payment.state === 'paid') return receipt(payment, name, say)
  return refusal(payment, { name, card, next: nextTry(card, club.timezone, say), payId, say })
}

async function receipt(payment: Payment, club: string, say: Say): Promise<MailMessage> {
  const receiptContent = await receiptOfPayment(payment, say)
  const sum = moneyText(payment.amount, say)
  const card = payerMethodText(payment.label, say)
  return {
    subject: say(`Receipt: ${sum} to ${club}`, `Recibo: ${sum} a ${club}`),
    paragraphs: [
      say(
        `${sum} was charged to ${card} for ${club}, as you agreed.`,
        `Se cobraron ${sum} en ${card} para ${club}, como acordaste.`,
      ),
    ],
    facts: factsOf(payment, say),
    link: {
      address: `${siteUrl()}/payments?myPlayers=true`,
      text: say('See your payments or turn this off', 'Ver tus pagos o desactivarlo'),
    },
    ...(receiptContent && (await receiptAttachment(receiptContent))),
  }
}

type RefusalContext = { name: string; card: SavedCard | undefined; next: string; payId: string; say: Say }

function refusal(payment: Payment, { name, card, next, payId, say }: RefusalContext): MailMessage {
  const sum = moneyText(payment.amount, say)
  const method = payerMethodText(card?.label, say)
  const needsConfirmation = payment.why === 'asks'
  return {
    subject: needsConfirmation
      ? say(`Your bank asks you to confirm ${sum} to ${name}`, `Tu banco te pide confirmar ${sum} a ${name}`)
      : say(`Your card was declined: ${sum} to ${name}`, `Tu tarjeta fue rechazada: ${sum} a ${name}`),
    paragraphs: [
      needsConfirmation
        ? say(
            `${sum} for ${name} could not be charged to ${method}: your bank needs you to confirm the payment.`,
            `No se pudieron cobrar ${sum} para ${name} en ${method}: tu banco necesita que confirmes el pago.`,
          )
        : say(
            `${sum} for ${name} could not be charged to ${method}.`,
            `No se pudieron cobrar ${sum} para ${name} en ${method}.`,
          ),
      next,
    ],
    facts: factsOf(payment, say),
    link: {
      address: `${siteUrl()}/pay/${payId}`,
      text: needsConfirmation
        ? say('Pay and confirm without signing in', 'Pagar y confirmar sin iniciar sesión')
        : say('Pay with another card without signing in', 'Pagar con otra tarjeta sin iniciar sesión'),
    },
    closing: say(
      'Choose to save the card there, and it is used from then on. If you have just paid, you can ignore this email.',
      'Elige allí guardar la tarjeta y se usará desde entonces. Si acabas de pagar, ignora este correo.',
    ),
  }
}

/** The payment method as text, if known. */
export function payerMethodText(label: string | undefined, say: Say): string {
  const { means, name } = paidBy(label)
  if (name !== undefined) return name
  if (means === 'card') return say('your card', 'tu tarjeta')
  return means === 'bank' ? say('your bank account', 'tu cuenta bancaria') : say('your account', 'tu cuenta')
}

function nextTry(card: SavedCard | undefined, timezone: string, say: Say): string {
  if (card?.lookAt === undefined || retryIn(card.refusals) === undefined)
    return say('We will not try again.', 'No lo volveremos a intentar.')
  const day = dayText(dayIn(card.lookAt, timezone), say)
  return say(`We will try again on ${day}.`, `Lo volveremos a intentar el ${day}.`)
}

/** The facts of a mail about a payment: the amount of each part, and the surcharge. */
export const factsOf = ({ parts, surcharge }: Payment, say: Say): NonNullable<MailMessage['facts']> => [
  ...parts.map(({ name, cents }) => [quoted(name), moneyText(cents, say)] as const),
  ...(surcharge > 0 ? [[say('Processing fee', 'Comisión de procesamiento'), moneyText(surcharge, say)] as const] : []),
]
