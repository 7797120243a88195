import type { subscriptions as contract } from '#shared/api/subscriptions.ts'
import { Problem } from '#shared/problems.ts'
import { findPromotion } from '../providers/billingPrices.ts'
import { providerKeys } from '../providers/keys.ts'
import type { CallOf } from '../serve.ts'
import { catalogue } from './catalogue.ts'

type Api = typeof contract

export async function readPlans({ now }: CallOf<Api, 'GET /rest-api/payments/products/prices/object'>) {
  const { yearly, monthly, connect, data } = await catalogue(now)
  const planCard = ({ price }: typeof yearly) => ({ productId: price.product, priceId: price.id, price })
  return {
    yearly: planCard(yearly),
    monthly: planCard(monthly),
    defaultConnectPriceId: connect.price.id,
    defaultDataPriceId: data.price.id,
  }
}

export async function readStoragePrices({ now }: CallOf<Api, 'GET /rest-api/payments/connect/storage/prices'>) {
  const { connect, data } = await catalogue(now)
  return { connect: connect.price, data: data.price }
}

export async function readPrice({ params: { priceId }, now }: CallOf<Api, 'GET /rest-api/payments/price/{priceId}'>) {
  const found = Object.values(await catalogue(now)).find(({ price }) => price.id === priceId)
  if (!found) throw new Problem('not_found')
  return found.price
}

export async function readProduct({
  params: { productId },
  now,
}: CallOf<Api, 'GET /rest-api/payments/product/{productId}'>) {
  const found = Object.values(await catalogue(now)).find(({ product }) => product.id === productId)
  if (!found) throw new Problem('not_found')
  return found.product
}

export async function readPublicKey() {
  const { current } = await providerKeys('stripe')
  return { pkey: current.publishable }
}

export async function readPromotion({ params: { code } }: CallOf<Api, 'GET /rest-api/payments/promotions/{code}'>) {
  const found = await findPromotion(code)
  if (!found) throw new Problem('not_found')
  return found
}
