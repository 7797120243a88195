import { type MailMessage, quoted } from '../../mail/message.ts'
import { moneyText, type Say } from '../../mail/say.ts'
import { siteUrl } from '../../mail/site.ts'
import type { Writer } from '../../mail/writer.ts'
import { payments } from '../../table/payments.ts'
import { familyOfFee } from '../../table/feeFamilies.ts'
import { guardiansWith } from '../../table/players.ts'
import { isAskedOf } from '#shared/rules/splitting.ts'
import { type Receipt, receiptOfFee, receiptOfPayment } from './receiptOf.ts'

/** The mail with the receipt of an online payment. */
export const receipt: Writer<'receipt'> = async ({ paymentId }, { say }) => {
  const payment = await payments.get({ paymentId }, { consistent: true })
  const receiptContent = payment && (await receiptOfPayment(payment, say))
  return receiptContent && messageOf(receiptContent, say)
}

/** The mail with the receipt of a payment by hand; none if it was removed as a mistake, and none for the other home. */
export const manualReceipt: Writer<'manualReceipt'> = async ({ playerFeeId, paymentId }, { to: { userId }, say }) => {
  if (userId === undefined) return undefined
  const [family, { fee, receipt: receiptContent }] = await Promise.all([
    familyOfFee(playerFeeId),
    receiptOfFee({ playerFeeId, paymentId }, say),
  ])
  const pays = guardiansWith(family, 'pays').some((member) => member.userId === userId)
  return fee && receiptContent && pays && isAskedOf(fee, userId) ? messageOf(receiptContent, say) : undefined
}

/** The receipt as an attachment. */
export async function receiptAttachment(receiptContent: Receipt): Promise<Required<Pick<MailMessage, 'files'>>> {
  const { receiptPdf } = await import('./receiptPdf.ts')
  const name = `${receiptContent.title.toLowerCase()}-${receiptContent.paidOn}.pdf`
  return { files: [{ name, type: 'application/pdf', bytes: await receiptPdf(receiptContent) }] }
}

async function messageOf(receiptContent: Receipt, say: Say): Promise<MailMessage> {
  const club = quoted(receiptContent.club[0] ?? '')
  const sum = moneyText(receiptContent.total.cents, say)
  return {
    subject: say(`Receipt: ${sum} to ${club}`, `Recibo: ${sum} a ${club}`),
    paragraphs: [
      say(`${sum} was paid to ${club}. The receipt is attached.`, `Se pagaron ${sum} a ${club}. El recibo va adjunto.`),
    ],
    facts: receiptContent.facts,
    link: {
      address: `${siteUrl()}/payments?myPlayers=true`,
      text: say('See your payments', 'Ver tus pagos'),
    },
    ...(await receiptAttachment(receiptContent)),
  }
}
