import { paidBy } from '#shared/rules/paying.ts'
import type { Say } from '../mail/say.ts'
import type { FeePayment } from '../table/fees.ts'

/** The payment method as text: the card, the bank account, or how it was paid by hand (without the treasurer's note). */
export function methodText(how: FeePayment['how'], label: string | undefined, say: Say): string {
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
      return say('Another way', 'Otra forma')
  }
}

/** The same for programs, independent of the language. */
export function methodCode(how: FeePayment['how'], label: string | undefined): string {
  const { name, means } = paidBy(label)
  return how === 'CARD' ? (name ?? means) : how
}
