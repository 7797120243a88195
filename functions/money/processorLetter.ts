import { organizationOf } from '#shared/ids.ts'
import { quoted } from '../mail/letter.ts'
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
      `${name}: families cannot pay by Stripe any more`,
      `${name}: las familias ya no pueden pagar con Stripe`,
    ),
    paragraphs: [
      missing.includes(disconnected)
        ? say(
            `The account of ${name} at Stripe was disconnected. Take cards with Stripe anew. Then choose the new account in the setup of each registration that was paid to the old one. If something that came in there has to be given back, that can be done at Stripe only.`,
            `Se ha desconectado la cuenta de ${name} en Stripe. Vuelve a aceptar tarjetas con Stripe. Después elige la cuenta nueva en la preparación de cada inscripción que se pagaba a la antigua. Si hay que devolver algo de lo que entró en ella, solo se puede hacer en Stripe.`,
          )
        : say(
            `Stripe takes no payments for ${name} until it knows more of it. What is missing is asked for there.`,
            `Stripe no acepta pagos para ${name} hasta saber más del club. En Stripe se indica lo que falta.`,
          ),
      say(
        'What is due stays due. Until then nothing is taken from the cards that families have saved, either.',
        'Lo que se debe se sigue debiendo. Hasta entonces tampoco se cobra nada de las tarjetas que las familias han guardado.',
      ),
    ],
    link: {
      address: `${siteUrl()}/${organizationId}/teams/paymentprocessors`,
      text: say('See the payment processors', 'Ver los procesadores de pago'),
    },
  }
}
