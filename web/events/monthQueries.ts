import { anywhereSpan } from '#shared/rules/days.ts'
import { shifted } from './months.ts'
import { rememberedPlayers } from './todayInput.ts'

// What calendars ask the server for a month (`2026-11`). The script in the page's head begins the read with it, so this
// leads to nothing large.

/** A team's or a club's month; `related` also for what its other teams and its club have. */
export const unitMonth = (month: string, related: boolean) => ({
  start: `${month}-01`,
  end: `${shifted(month, 1)}-01`,
  ...(related && { related: 'true' as const }),
})

/** A family's month, wherever its events are held. */
export function familyMonth(month: string) {
  const { from, to } = anywhereSpan(`${month}-01`, `${shifted(month, 1)}-01`)
  const players = rememberedPlayers().join(',')
  return { startUtc: from, endUtc: to, ...(players && { players }) }
}
