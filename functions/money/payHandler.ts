import { pay } from '#shared/api/money/pay.ts'
import { serve } from '../serve.ts'
import { chargeTyped, readPayment } from './pay/readPayment.ts'
import { enterChargeback } from './pay/chargeback.ts'
import { makeFamilyLink, makeFeeLink, revokeLinks } from './pay/links.ts'
import { changeKeys } from './pay/keys.ts'
import { forgetCard, listMyCards } from './pay/cards.ts'
import { createOnboarding, createProviderAccount, readAccountStatus } from './pay/onboarding.ts'
import { refundPayment } from './pay/refund.ts'
import { refundAgain } from './pay/refundAgain.ts'
import { saveCardFromPage, setUpCard } from './pay/setUpCard.ts'
import { startPayment } from './pay/start.ts'
import { readPayLink } from './pay/view.ts'

export const handler = serve(pay, {
  'POST /rest-api/fee/payment-link': makeFamilyLink,
  'POST /rest-api/fee/pay-link/{feePlayerId}': makeFeeLink,
  'DELETE /rest-api/fee/pay-link/{feePlayerId}': revokeLinks,
  'GET /rest-api/pay/{payId}': readPayLink,
  'POST /rest-api/pay/{payId}/start': startPayment,
  'POST /rest-api/pay/{payId}/back': readPayment,
  'POST /rest-api/pay/{payId}/card': chargeTyped,
  'GET /rest-api/fee/cards': listMyCards,
  'POST /rest-api/fee/cards/{orgId}': setUpCard,
  'POST /rest-api/fee/cards/{orgId}/kept': saveCardFromPage,
  'DELETE /rest-api/fee/cards/{orgId}': forgetCard,
  'POST /rest-api/fee/chargeback/{feePlayerId}': enterChargeback,
  'POST /rest-api/fee/refund/{feePlayerId}': refundPayment,
  'POST /rest-api/fee/refund-again/{feePlayerId}': refundAgain,
  'POST /rest-api/fee/payment-accounts/keys': changeKeys,
  'POST /rest-api/fee/payment-accounts/provider-account': createProviderAccount,
  'POST /rest-api/fee/payment-accounts/onboarding': createOnboarding,
  'POST /rest-api/fee/payment-accounts/standing': readAccountStatus,
})
