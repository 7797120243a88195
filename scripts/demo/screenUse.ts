import { screenUse } from '#functions/table/screenUse.ts'
import type { Stamp } from '#functions/table/writes.ts'
import type { screenNames } from '#shared/rules/screenNames.ts'
import { addDays } from '#shared/rules/days.ts'
import { writeInBatches } from './writeInBatches.ts'

type ScreenUse = { screen: (typeof screenNames)[number]; opened: number; every: number }
/** How often these screens are opened on a day, and on every how many days. */
const demoUse: ScreenUse[] = [
  { screen: 'today', opened: 34, every: 1 },
  { screen: 'calendar', opened: 17, every: 1 },
  { screen: 'chat', opened: 12, every: 2 },
  { screen: 'team', opened: 8, every: 3 },
  { screen: 'myPayments', opened: 5, every: 4 },
  { screen: 'attendance', opened: 3, every: 7 },
]
const days = 21

/** The screen views of recent weeks from devices that agreed to be counted; more before the games of a weekend. */
export async function seedScreenUse(stamp: Stamp, today: string): Promise<void> {
  const rows = Array.from({ length: days }, (_, i) => addDays(today, i - days)).flatMap((day, i) => {
    const weekendFactor = Temporal.PlainDate.from(day).dayOfWeek >= 5 ? 1.5 : 1
    return demoUse
      .filter(({ every }) => i % every === 0)
      .map(({ screen, opened }) => {
        const drift = ((i * 7) % 5) - 2
        return screenUse.create({ day, screen, opened: Math.max(1, Math.round(opened * weekendFactor) + drift) })
      })
  })
  await writeInBatches(stamp, rows)
}
