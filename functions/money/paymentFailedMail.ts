import { organizationOf, playerOf, registrationOf } from '#shared/ids.ts'
import { quoted } from '../mail/message.ts'
import { moneyText } from '../mail/say.ts'
import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'
import { organizations } from '../table/organizations.ts'
import { payments } from '../table/payments.ts'
import { registrationEntries } from '../table/registrationEntries.ts'
import { factsOf } from './autopayMail.ts'

/** The mail about a payment that failed after it was shown as pending: its fees are outstanding again. */
export const notCome: Writer<'notCome'> = async ({ paymentId, places }, { say }) => {
  const [payment, club] = await Promise.all([
    payments.get({ paymentId }, { consistent: true }),
    organizations.get({ organizationId: organizationOf(paymentId) }),
  ])
  if (payment?.state !== 'closed' || !club) return undefined
  const name = quoted(club.name)
  const sum = moneyText(payment.amount, say)
  if (payment.unseen)
    return {
      subject: say(
        `We do not know whether your payment of ${sum} has reached ${name}`,
        `No sabemos si tu pago de ${sum} ha llegado a ${name}`,
      ),
      paragraphs: [
        say(
          `${name} left the payment provider while ${sum} was on its way from your bank, so we cannot tell whether it arrived. It counts as owed until the club records it as paid.`,
          `${name} dejó el proveedor de pagos mientras ${sum} venían de tu banco, así que no podemos saber si llegaron. Se deben hasta que el club los registre como pagados.`,
        ),
      ],
      facts: factsOf(payment, say),
      link: { address: `${siteUrl()}/payments?myPlayers=true`, text: say('See what you owe', 'Ver lo que debes') },
      closing: say(
        'Check with your bank, and ask the club before you pay again.',
        'Consulta con tu banco y pregunta al club antes de pagar de nuevo.',
      ),
    }
  // Nothing is owed for places that are gone; a mail of its own tells them that.
  if (places !== undefined && (await areAllCancelled(places.split(',')))) return undefined
  return {
    subject: say(`Your payment of ${sum} to ${name} did not go through`, `Tu pago de ${sum} a ${name} no se completó`),
    paragraphs: [
      payment.token === undefined
        ? say(
            `${sum} for ${name} did not arrive from your bank. What you wanted to pay is owed again.`,
            `${sum} para ${name} no llegaron de tu banco. Lo que querías pagar se debe de nuevo.`,
          )
        : say(
            `In the end, your card was not charged ${sum} for ${name}. What you wanted to pay is owed again.`,
            `Al final no se cobraron ${sum} para ${name} en tu tarjeta. Lo que querías pagar se debe de nuevo.`,
          ),
    ],
    facts: factsOf(payment, say),
    link: { address: `${siteUrl()}/payments?myPlayers=true`, text: say('Pay again', 'Pagar de nuevo') },
    closing: say(
      'If you have paid another way in the meantime, you can ignore this email.',
      'Si entretanto has pagado de otra forma, ignora este correo.',
    ),
  }
}

async function areAllCancelled(registrationPlayerIds: readonly string[]): Promise<boolean> {
  const ids = registrationPlayerIds.map((id) => ({ registrationId: registrationOf(id), playerId: playerOf(id) }))
  const entries = await registrationEntries.getMany(ids, { consistent: true })
  return entries.every((entry) => entry?.state === 'cancelled')
}
