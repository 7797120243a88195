import type { Spending } from '#shared/rules/budgets.ts'
import { digestOf } from '../secrets/digest.ts'
import { entity } from './entity.ts'

/** `day` is a day, or the minute of one where it is counted by that. */
type BudgetId = { day: string; who: string; what: Spending }
/** How much of a day's budget somebody has used, or an address on the internet. */
export const budgetsUsed = entity<{ used: number; day: string }, BudgetId>('Budget', {
  key: ({ day, who, what }) => ({ pk: `BUDGET#${day}#${who}`, sk: what }),
})

/** An address is told by a digest that is another one each day. */
export const ofAddress = (address: string, day: string): string =>
  `at-${digestOf(`${day} ${networkOf(address)}`).slice(0, 22)}`

/** Of IPv6 each line has at least 2^64 addresses, and takes whichever it likes: their first half says which line it is. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address.slice(address.lastIndexOf(':') + 1)
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const missing = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  const groups = [...head, ...missing, ...tail].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
