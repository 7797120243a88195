import { monthlyOf, type PlanName, plans, type Price } from '#shared/rules/subscriptions.ts'
import { useApi } from '../api.ts'

/** The plans with what a month of one team costs: as the server says, and until it has said as they were. */
export function usePlans() {
  const read = useApi('GET /rest-api/payments/products/prices/object', {}, { handles: ['failures'] })
  const { data } = read
  const priceOf = (plan: PlanName): Price | undefined => (plan === 'annual' ? data?.yearly : data?.monthly)?.price
  const monthlyCents = (plan: PlanName): number => {
    const price = priceOf(plan)
    return price ? monthlyOf(plan, price) : plans[plan].monthlyCents
  }
  return { read, priceOf, monthlyCents }
}
