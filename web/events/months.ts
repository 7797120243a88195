import { addDays } from '#shared/rules/days.ts'

/**
 * Today's date in the device's time zone. Avoids Intl, whose first use takes 0.1 s on a slow phone, before the script in the
 * page's head has sent its request.
 */
export function readerDay(): string {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

// Months are strings like `2026-11`, as in addresses.

/** The month in an address; `fallback` if there is none or the server does not support it. */
export const monthIn = (text: string | null, fallback: string): string =>
  text && /^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])$/.test(text) ? text : fallback

export const yearOf = (month: string): number => Number(month.slice(0, 4))
/** 1 to 12. */
export const numberOf = (month: string): number => Number(month.slice(5, 7))

/** The month `count` months later, or earlier if negative. */
export function shiftMonth(month: string, count: number): string {
  const months = yearOf(month) * 12 + numberOf(month) - 1 + count
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** The weeks of a month, seven days each, including days of the adjacent months. `firstWeekday` is as in Intl: 7 is Sunday. */
export function weeksOf(month: string, firstWeekday: number): string[][] {
  const first = `${month}-01`
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() - firstWeekday + 7) % 7
  const start = addDays(first, -weekday)
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(start, week * 7 + day)),
  )
  return weeks.filter((week) => week.some((day) => day.startsWith(month)))
}
