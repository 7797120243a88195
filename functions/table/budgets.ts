import type { BudgetName } from '#shared/rules/budgets.ts'
import { digestOf } from '../secrets/digest.ts'
import { entity } from './entity.ts'

/** `day` is a day, or a minute for budgets that are counted by the minute. */
type BudgetId = { day: string; who: string; what: BudgetName }
/** How much of a budget a person or an IP address has used. */
export const budgetsUsed = entity<{ used: number; day: string }, BudgetId>('Budget', {
  key: ({ day, who, what }) => ({ pk: `BUDGET#${day}#${who}`, sk: what }),
})

/** An IP address is stored as a hash that differs each day. */
export const hashedAddress = (address: string, day: string): string =>
  `at-${digestOf(`${day} ${networkOf(address)}`).slice(0, 22)}`

/** An IPv6 line has at least 2^64 addresses to choose from, so only the first half, which identifies the line, counts. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address.slice(address.lastIndexOf(':') + 1)
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const missing = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  const groups = [...head, ...missing, ...tail].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
