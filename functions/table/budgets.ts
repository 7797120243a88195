import { createHash } from 'node:crypto'
import type { Spending } from '#shared/rules/budgets.ts'
import { addHours } from '#shared/rules/days.ts'
import { by, entity } from './entity.ts'

type BudgetId = { day: string; who: string; what: Spending }
/** How much of a day's budget somebody has used, or an address on the internet. */
export const budgetsUsed = entity<{ used: number; day: string }, BudgetId>('Budget', {
  key: ({ day, who, what }) => ({ pk: `BUDGET#${day}#${who}`, sk: what }),
  expires: by(['day'], ({ day }) => addHours(`${day}T00:00:00Z`, 72)),
})

/** An address is told by a digest that is another one each day. */
export const ofAddress = (address: string, day: string): string =>
  `at-${createHash('sha256').update(`${day} ${address}`).digest('base64url').slice(0, 22)}`
