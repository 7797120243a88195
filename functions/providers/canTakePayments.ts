import type { PaymentAccount } from '../table/paymentAccounts.ts'

/** Whether a club's account can take payments online now. */
export const canTakePayments = ({ active, provider, chargesEnabled, email, publicKey }: PaymentAccount): boolean =>
  active &&
  { STRIPE: chargesEnabled === true, PAYPAL: email !== undefined, FLUIDPAY: publicKey !== undefined }[provider]
