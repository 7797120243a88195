import { daysAnywhere } from '#shared/rules/days.ts'
import { shiftMonth } from './months.ts'
import { playersHint } from './todayInput.ts'

// The queries that calendars send for a month (`2026-11`). The script in the page's head uses them to start the request, so this
// module must not import anything large.

/** The query for a team's or club's month; `related` includes events of the club and its other teams. */
export const unitMonth = (month: string, related: boolean) => ({
  start: `${month}-01`,
  end: `${shiftMonth(month, 1)}-01`,
  ...(related && { related: 'true' as const }),
})

/** The query for a family's month, in any time zone. */
export function familyMonth(month: string) {
  const { from, to } = daysAnywhere(`${month}-01`, `${shiftMonth(month, 1)}-01`)
  return { startUtc: from, endUtc: to, ...playersHint() }
}
