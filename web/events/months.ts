import { addDays } from '#shared/rules/days.ts'

/**
 * The day it is now where the reader's device is set to. Not by Intl, whose first use takes a slow phone 0.1 s, before the
 * script in the page's head has asked for anything.
 */
export function readerDay(): string {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

// Months are text, `2026-11`, which is also how the address names them.

/** The month an address asks for; `fallback` where it asks for none, or for none that the server knows. */
export const monthIn = (text: string | null, fallback: string): string =>
  text && /^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])$/.test(text) ? text : fallback

export const yearOf = (month: string): number => Number(month.slice(0, 4))
/** 1 to 12. */
export const numberOf = (month: string): number => Number(month.slice(5, 7))

/** The month that is `by` months later, or earlier. */
export function shifted(month: string, by: number): string {
  const months = yearOf(month) * 12 + numberOf(month) - 1 + by
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** The weeks of a month, each of seven days, with those of the months beside it; `firstWeekday` as Intl counts, 7 is Sunday. */
export function weeksOf(month: string, firstWeekday: number): string[][] {
  const first = `${month}-01`
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() - firstWeekday + 7) % 7
  const start = addDays(first, -weekday)
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(start, week * 7 + day)),
  )
  return weeks.filter((week) => week.some((day) => day.startsWith(month)))
}
