import { monthlyOf, type PlanName, plans, type Price } from '#shared/rules/subscriptions.ts'
import { useApi } from '../api.ts'

/** The plans with the monthly price per team: from the server, with built-in prices until they are loaded. */
export function usePlans() {
  const read = useApi('GET /rest-api/payments/products/prices/object', {}, { handles: ['failures'] })
  const { data } = read
  const findPrice = (plan: PlanName): Price | undefined => (plan === 'annual' ? data?.yearly : data?.monthly)?.price
  const monthlyCents = (plan: PlanName): number => {
    const price = findPrice(plan)
    return price ? monthlyOf(plan, price) : plans[plan].monthlyCents
  }
  return { read, priceOf: findPrice, monthlyCents }
}
