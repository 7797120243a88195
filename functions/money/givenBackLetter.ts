import { organizationOf } from '#shared/ids.ts'
import { type Letter, quoted } from '../mail/letter.ts'
import type { Letters } from '../mail/letterKinds.ts'
import { moneyText, type Say } from '../mail/say.ts'
import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'
import { organizations } from '../table/organizations.ts'
import { type Payment, payments, refunds } from '../table/payments.ts'
import { fromWhat } from './autopayLetter.ts'

/**
 * The mail to the payer about a refund: that it was made and where to, that it did not arrive, or that the provider refused it. None if the
 * refund is in another state by then.
 */
export const givenBack: Writer<'givenBack'> = async ({ paymentId, refundId, is }, { say }) => {
  const [payment, all, club] = await Promise.all([
    payments.get({ paymentId }, { consistent: true }),
    refunds.of({ paymentId }),
    organizations.get({ organizationId: organizationOf(paymentId) }),
  ])
  const refund = all.find((each) => each.refundId === refundId)
  if (!payment || !refund || !club || refund.byHand || refund.byBank) return undefined
  const hasLeft = refund.state === 'processing' || refund.state === 'done'
  if (is === 'gone' ? !hasLeft : refund.state !== 'refused') return undefined
  // One refund at the provider may be of several fees.
  const parts = all.filter((each) => each === refund || isSame(each.providerRefundId, refund.providerRefundId))
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

type Words = { name: string; sum: string; say: Say }
function textsOf(
  is: Letters['givenBack']['is'],
  payment: Payment,
  { name, sum, say }: Words,
): Pick<Letter, 'subject' | 'paragraphs'> {
  if (is === 'not')
    return {
      subject: say(`${name} could not give back ${sum}`, `${name} no pudo devolverte ${sum}`),
      paragraphs: [
        say(
          `${sum} was to go back to what you had paid with, but the payment provider refused it. It is your credit with ${name}: ask them to give it to you otherwise.`,
          `${sum} debían volver al medio con el que pagaste, pero el proveedor de pagos lo rechazó. Es un saldo a tu favor en ${name}: pídeles que te lo den de otro modo.`,
        ),
      ],
    }
  if (is === 'back')
    return {
      subject: say(`${sum} from ${name} did not reach you`, `${sum} de ${name} no te llegaron`),
      paragraphs: [
        say(
          `${name} has given ${sum} back to you, but it was sent back. It is your credit with ${name}: ask them to give it to you otherwise.`,
          `${name} te devolvió ${sum}, pero la devolución fue rechazada. Es un saldo a tu favor en ${name}: pídeles que te lo den de otro modo.`,
        ),
      ],
    }
  const to = fromWhat(payment.label, say)
  return {
    subject: say(`${name} has given back ${sum}`, `${name} te ha devuelto ${sum}`),
    paragraphs: [
      payment.provider === 'PAYPAL'
        ? say(
            `${name} has given ${sum} of what you have paid back to you, to ${to}.`,
            `${name} te ha devuelto ${sum} de lo que pagaste, a ${to}.`,
          )
        : say(
            `${name} has given ${sum} of what you have paid back to you, to ${to}. Banks take up to ten days until it is seen there.`,
            `${name} te ha devuelto ${sum} de lo que pagaste, a ${to}. Los bancos tardan hasta diez días en mostrarlo.`,
          ),
    ],
  }
}

const isSame = (one: string | undefined, other: string | undefined) => one !== undefined && one === other
