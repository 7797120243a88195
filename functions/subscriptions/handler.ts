import { subscriptions } from '#shared/api/subscriptions.ts'
import { serve } from '../serve.ts'
import {
  endSubscription,
  openCardPage,
  payWithCard,
  readBilling,
  readBillingAccess,
  readUpcomingInvoice,
  removeCard,
} from './billing.ts'
import { changeLicences, listLicences, purchaseLicence, readCanAddTeam, readSubscriptionInfo } from './licences.ts'
import { readPlans, readPrice, readProduct, readPromotion, readPublicKey, readStoragePrices } from './prices.ts'
import { addTeam, createSubscription } from './signup.ts'
import { addPromotion, extendTrial, readPromotions, seeSubscription, stopPromotion } from './staff.ts'

export const handler = serve(subscriptions, {
  'GET /rest-api/payments/products/prices/object': readPlans,
  'GET /rest-api/payments/connect/storage/prices': readStoragePrices,
  'GET /rest-api/payments/price/{priceId}': readPrice,
  'GET /rest-api/payments/product/{productId}': readProduct,
  'GET /rest-api/payments/stripe/pkey': readPublicKey,
  'GET /rest-api/payments/promotions/{code}': readPromotion,
  'POST /rest-api/payments/create/org/subscription': createSubscription,
  'POST /rest-api/organization/add/team': addTeam,
  'GET /rest-api/organization/user/canAddTeam': readCanAddTeam,
  'GET /rest-api/payments/purchase/team/license/{teamId}': purchaseLicence,
  'GET /rest-api/payments/createteam/subscriptioninfo/{orgId}': readSubscriptionInfo,
  'GET /rest-api/payments/teams/{orgId}': listLicences,
  'POST /rest-api/payments/teams/{orgId}': changeLicences,
  'GET /rest-api/organization/billing/{orgId}': readBilling,
  'GET /rest-api/organization/billing-access/{orgId}': readBillingAccess,
  'GET /rest-api/payments/upcoming/invoices/{orgId}': readUpcomingInvoice,
  'POST /rest-api/organization/billing/{orgId}/card': openCardPage,
  'POST /rest-api/organization/billing/{orgId}/card/use': payWithCard,
  'DELETE /rest-api/organization/billing/{orgId}/card/{paymentMethodId}': removeCard,
  'POST /rest-api/organization/billing/{orgId}/end': endSubscription,
  'GET /rest-api/staff/subscription/{orgId}': seeSubscription,
  'PUT /rest-api/staff/subscription/{orgId}/trial': extendTrial,
  'GET /rest-api/staff/promotions': readPromotions,
  'POST /rest-api/staff/promotions': addPromotion,
  'POST /rest-api/staff/promotions/end': stopPromotion,
})
