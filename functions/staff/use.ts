import type { staff } from '#shared/api/staff.ts'
import { addDays } from '#shared/rules/days.ts'
import { daysBySpan } from '#shared/rules/staff.ts'
import type { CallOf } from '../serve.ts'
import { screenUse } from '../table/screenUse.ts'

/** How often screens were opened by users who have consented to being counted, by day and screen. */
export async function readUse({ query: { show = 'month' }, now }: CallOf<typeof staff, 'GET /rest-api/report/use'>) {
  const today = now.slice(0, 10)
  const rows = await screenUse.between(addDays(today, 1 - daysBySpan[show]), today)
  const days = new Map<string, number>()
  const screens = new Map<string, number>()
  for (const { day, screen, opened = 0 } of rows) {
    days.set(day, (days.get(day) ?? 0) + opened)
    screens.set(screen, (screens.get(screen) ?? 0) + opened)
  }
  return {
    days: [...days].map(([day, opened]) => ({ day, opened })),
    screens: [...screens]
      .map(([screen, opened]) => ({ screen, opened }))
      .toSorted((one, other) => other.opened - one.opened),
  }
}
