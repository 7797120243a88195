import { organizationOf } from '#shared/ids.ts'
import { type MailMessage, quoted } from '../mail/message.ts'
import type { MailAbout } from '../mail/mailKinds.ts'
import { moneyText, type Say } from '../mail/say.ts'
import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'
import { organizations } from '../table/organizations.ts'
import { type Payment, payments, refunds } from '../table/payments.ts'
import { payerMethodText } from './autopayMail.ts'

/**
 * The mail to the payer about a refund: that it was made and where to, that it did not arrive, or that the provider refused it. None if the
 * refund is in another state by then.
 */
export const givenBack: Writer<'givenBack'> = async ({ paymentId, refundId, is }, { say }) => {
  const [payment, allRefunds, club] = await Promise.all([
    payments.get({ paymentId }, { consistent: true }),
    refunds.of({ paymentId }),
    organizations.get({ organizationId: organizationOf(paymentId) }),
  ])
  const refund = allRefunds.find((each) => each.refundId === refundId)
  if (!payment || !refund || !club || refund.byHand || refund.byBank) return undefined
  const hasLeft = refund.state === 'processing' || refund.state === 'done'
  if (is === 'gone' ? !hasLeft : refund.state !== 'refused') return undefined
  // One refund at the provider may be of several fees.
  const parts = allRefunds.filter((each) => each === refund || isSame(each.providerRefundId, refund.providerRefundId))
  const cents = parts.reduce((sum, part) => sum + part.cents, 0)
  const facts = parts.flatMap((part) => {
    const fee = payment.parts.find(({ playerFeeId }) => playerFeeId === part.about)?.name
    return fee === undefined ? [] : [[quoted(fee), moneyText(part.cents, say)] as const]
  })
  return {
    ...textsOf(is, payment, { name: quoted(club.name), sum: moneyText(cents, say), say }),
    facts,
    link: { address: `${siteUrl()}/payments?myPlayers=true`, text: say('See your payments', 'Ver tus pagos') },
  }
}

type TextValues = { name: string; sum: string; say: Say }
function textsOf(
  is: MailAbout['givenBack']['is'],
  payment: Payment,
  { name, sum, say }: TextValues,
): Pick<MailMessage, 'subject' | 'paragraphs'> {
  if (is === 'not')
    return {
      subject: say(`${name} could not refund ${sum}`, `${name} no pudo devolverte ${sum}`),
      paragraphs: [
        say(
          `The payment provider rejected the refund of ${sum} to the way you paid. It is now your credit with ${name}: ask them to refund it another way.`,
          `El proveedor de pagos rechazó la devolución de ${sum} al medio con el que pagaste. Ahora es un saldo a tu favor en ${name}: pídeles que te lo devuelvan de otra forma.`,
        ),
      ],
    }
  if (is === 'back')
    return {
      subject: say(
        `Your refund of ${sum} from ${name} did not arrive`,
        `La devolución de ${sum} de ${name} no te llegó`,
      ),
      paragraphs: [
        say(
          `${name} refunded ${sum} to you, but the refund was sent back. It is now your credit with ${name}: ask them to refund it another way.`,
          `${name} te devolvió ${sum}, pero la devolución fue rechazada. Ahora es un saldo a tu favor en ${name}: pídeles que te lo devuelvan de otra forma.`,
        ),
      ],
    }
  const method = payerMethodText(payment.label, say)
  return {
    subject: say(`${name} has refunded ${sum}`, `${name} te ha devuelto ${sum}`),
    paragraphs: [
      payment.provider === 'PAYPAL'
        ? say(
            `${name} has refunded ${sum} of what you paid. It goes to ${method}.`,
            `${name} te ha devuelto ${sum} de lo que pagaste. Va a ${method}.`,
          )
        : say(
            `${name} has refunded ${sum} of what you paid. It goes to ${method}; it can take your bank up to ten days to show it.`,
            `${name} te ha devuelto ${sum} de lo que pagaste. Va a ${method}; tu banco puede tardar hasta diez días en mostrarlo.`,
          ),
    ],
  }
}

const isSame = (one: string | undefined, other: string | undefined) => one !== undefined && one === other
