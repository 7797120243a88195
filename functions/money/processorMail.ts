import { organizationOf } from '#shared/ids.ts'
import { quoted } from '../mail/message.ts'
import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'
import { disconnected } from '../providers/provider.ts'
import { organizations } from '../table/organizations.ts'
import { paymentAccounts } from '../table/paymentAccounts.ts'

/** The mail that a club's payment account no longer takes payments; none if it does again, or was switched off by hand. */
export const processor: Writer<'processor'> = async ({ paymentAccountId }, { say }) => {
  const organizationId = organizationOf(paymentAccountId)
  const [account, club] = await Promise.all([
    paymentAccounts.get({ paymentAccountId }, { consistent: true }),
    organizations.get({ organizationId }),
  ])
  const { active, chargesEnabled, missing = [] } = account ?? {}
  if (active !== true || chargesEnabled || !club) return undefined
  const name = quoted(club.name)
  return {
    subject: say(
      `${name}: families can no longer pay through Stripe`,
      `${name}: las familias ya no pueden pagar con Stripe`,
    ),
    paragraphs: [
      missing.includes(disconnected)
        ? say(
            `The Stripe account of ${name} was disconnected. Connect Stripe again, then choose the new account in the setup of each registration that used the old one. Payments to the old account can only be refunded at Stripe.`,
            `Se ha desconectado la cuenta de ${name} en Stripe. Conecta Stripe de nuevo y después elige la cuenta nueva en la preparación de cada inscripción que usaba la antigua. Los pagos a la cuenta antigua solo se pueden devolver en Stripe.`,
          )
        : say(
            `Stripe does not accept payments for ${name} until it has more information. Stripe lists what is missing.`,
            `Stripe no acepta pagos para ${name} hasta tener más información. En Stripe se indica lo que falta.`,
          ),
      say(
        'What families owe is still due. Until then their saved cards are not charged either.',
        'Lo que deben las familias se sigue debiendo. Hasta entonces tampoco se cobra nada en sus tarjetas guardadas.',
      ),
    ],
    link: {
      address: `${siteUrl()}/${organizationId}/teams/paymentprocessors`,
      text: say('See the payment processors', 'Ver los procesadores de pago'),
    },
  }
}
