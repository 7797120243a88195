import { countFailures } from '../runtime/countFailures.ts'
import { runMetered } from '../table/meter.ts'
import { type SavedCard, savedCards } from '../table/savedCards.ts'
import { pages } from '../table/table.ts'
import type { Stored } from '../table/writes.ts'
import { chargeSavedCard } from './pay/autopay.ts'

/** How many cards are charged at the same time. */
const concurrency = 20

/** Runs once an hour: charges saved cards with due fees. What it does not finish in time is left to the next run. */
export const handler = async ({ time }: { time: string }): Promise<void> => {
  const now = new Date(time).toISOString()
  const stamp = { actor: 'money-autopay', at: now }
  await runMetered(async (meter) => {
    const outcomes: Record<string, number> = {}
    let failed = 0
    const charge = async (card: Stored<SavedCard>) => {
      const outcome = await chargeSavedCard(stamp, card)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
    for await (const cards of pages<SavedCard>(savedCards.toLookAt(now)))
      failed += await countFailures(cards, concurrency, charge)
    console.info(JSON.stringify({ autopay: outcomes, failed, ...meter }))
    // All others are done; the error raises an alarm.
    if (failed > 0) throw new Error(`${failed} saved cards could not be charged`)
  })
}
