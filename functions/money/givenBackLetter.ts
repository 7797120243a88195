import { organizationOf } from '#shared/ids.ts'
import { quoted } from '../mail/letter.ts'
import { moneyText } from '../mail/say.ts'
import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'
import { organizations } from '../table/organizations.ts'
import { payments, refunds } from '../table/payments.ts'
import { fromWhat } from './autopayLetter.ts'

/** Tells the payer of a refund and where it went, or that it failed; undefined if that has changed in the meantime. */
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
  // One refund at the provider may be for several fees.
  const parts = all.filter((each) => each === refund || isSame(each.providerRefundId, refund.providerRefundId))
  const name = quoted(club.name)
  const sum = moneyText(
    parts.reduce((cents, part) => cents + part.cents, 0),
    say,
  )
  const nameOf = (about: string | undefined) => payment.parts.find(({ playerFeeId }) => playerFeeId === about)?.name
  const facts = parts.flatMap(({ about, cents }) => {
    const fee = nameOf(about)
    return fee === undefined ? [] : [[quoted(fee), moneyText(cents, say)] as const]
  })
  const link = { address: `${siteUrl()}/payments?myPlayers=true`, text: say('See your payments', 'Ver tus pagos') }
  if (is === 'not')
    return {
      subject: say(`${name} could not give back ${sum}`, `${name} no pudo devolverte ${sum}`),
      paragraphs: [
        say(
          `${sum} was to go back to what you had paid with, but the payment provider refused it. It is your credit with ${name}: ask them to give it to you otherwise.`,
          `${sum} debían volver al medio con el que pagaste, pero el proveedor de pagos lo rechazó. Es un saldo a tu favor en ${name}: pídeles que te lo den de otro modo.`,
        ),
      ],
      facts,
      link,
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
      facts,
      link,
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
    facts,
    link,
  }
}

const isSame = (one: string | undefined, other: string | undefined) => one !== undefined && one === other
