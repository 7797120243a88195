import { paidBy } from '#shared/rules/paying.ts'
import type { Say } from '../mail/say.ts'
import type { FeePayment } from '../table/fees.ts'

/** What it was paid with, where that is known: the card, a bank account; of what was paid by hand how, and nothing of what its treasurer has noted. */
export function howText(how: FeePayment['how'], label: string | undefined, say: Say): string {
  switch (how) {
    case 'CARD': {
      const { means, name } = paidBy(label)
      if (name !== undefined) return name
      if (means === 'card') return say('Card', 'Tarjeta')
      return means === 'bank' ? say('Bank account', 'Cuenta bancaria') : say('Online', 'En línea')
    }
    case 'PAYPAL':
      return 'PayPal'
    case 'CASH':
      return say('Cash', 'Efectivo')
    case 'CHEQUE':
      return say('Check', 'Cheque')
    case 'TRANSFER':
      return say('Bank transfer', 'Transferencia')
    case 'OTHER':
      return say('Otherwise', 'De otra forma')
  }
}

/** The same as programs are given it, which does not change with the language. */
export function rawHow(how: FeePayment['how'], label: string | undefined): string {
  const { name, means } = paidBy(label)
  return how === 'CARD' ? (name ?? means) : how
}
