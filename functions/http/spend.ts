import { budgets, perMinuteBudgets, type BudgetName } from '#shared/rules/budgets.ts'
import type { ProblemCode } from '#shared/problems.ts'
import { budgetsUsed, hashedAddress } from '../table/budgets.ts'
import { write } from '../table/table.ts'
import type { Write } from '../table/writes.ts'

type Spender = { person?: string; address: string; now: string }

/**
 * Counts one use against the budgets of the user and of the IP address, by day or by minute. Throws `out_of_budget` when one is used up.
 */
export async function spend(what: BudgetName, spender: Spender): Promise<void> {
  const { person: actor = 'nobody', now: at } = spender
  const all = spending(what, spender)
  if (all.length > 0) await write({ actor, at }, ...all)
}

/** The same as writes for a larger transaction, which fails with the Problem `otherwise` when a budget is used up. */
export function spending(
  what: BudgetName,
  { person, address, now }: Spender,
  otherwise: ProblemCode = 'out_of_budget',
): Write[] {
  const day = now.slice(0, '2026-11-21'.length)
  const window = perMinuteBudgets.has(what) ? now.slice(0, '2026-11-21T18:00'.length) : day
  const budgetWrite = (who: string, max: number) =>
    budgetsUsed.upsert(
      { day: window, who, what },
      { set: { day }, add: { used: 1 }, when: [['used', '<', max]] },
      otherwise,
    )
  const { person: maxPerPerson, address: maxPerAddress } = budgets[what]
  return [
    ...(person === undefined ? [] : [budgetWrite(`by-${person}`, maxPerPerson)]),
    ...(address === '' ? [] : [budgetWrite(hashedAddress(address, day), maxPerAddress)]),
  ]
}
