import { budgets, byTheMinute, type Spending } from '#shared/rules/budgets.ts'
import { budgetsUsed, ofAddress } from '../table/budgets.ts'
import { write } from '../table/table.ts'

type Spender = { person?: string; address: string; now: string }

/** Takes one from the budgets of the day, or of the minute, of who asks and of where they ask from; refused when either is used up. */
export async function spend(what: Spending, { person, address, now }: Spender): Promise<void> {
  const day = now.slice(0, '2026-11-21'.length)
  const window = byTheMinute.has(what) ? now.slice(0, '2026-11-21T18:00'.length) : day
  const taken = (who: string, most: number) =>
    budgetsUsed.upsert(
      { day: window, who, what },
      { set: { day }, add: { used: 1 }, when: [['used', '<', most]] },
      'out_of_budget',
    )
  const { person: mostOfPerson, address: mostOfAddress } = budgets[what]
  const all = [
    ...(person === undefined ? [] : [taken(`by-${person}`, mostOfPerson)]),
    ...(address === '' ? [] : [taken(ofAddress(address, day), mostOfAddress)]),
  ]
  if (all.length > 0) await write({ actor: person ?? 'nobody', at: now }, ...all)
}
