import { Cron } from 'croner'

/** The next due time of a schedule after an instant; both in milliseconds since 1970, undefined if never. */
export type Occurrences = (after: number) => number | undefined

const periods: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/**
 * Parses EventBridge's `rate(…)`, `cron(…)` and `at(…)`. Rates count from `start`; the others use the time zone.
 * Undefined for anything else.
 */
export function occurrences(expression: string, timezone: string, start: number): Occurrences | undefined {
  const [, kind, argument = ''] = /^(rate|cron|at)\(\s*(.*?)\s*\)$/.exec(expression) ?? []
  if (kind === 'rate') return rate(argument, start)
  try {
    // Throws for an unknown time zone.
    Intl.DateTimeFormat('en', { timeZone: timezone })
    if (kind === 'cron') return cron(argument, timezone)
    if (kind === 'at') return once(argument, timezone)
  } catch {
    // An invalid time or time zone.
  }
  return undefined
}

function rate(argument: string, start: number): Occurrences | undefined {
  const [, count, unit] = /^(\d+) (minute|hour|day)s?$/.exec(argument) ?? []
  const period = Number(count) * (periods[unit ?? ''] ?? 0)
  if (!period) return undefined
  return (after) => start + (Math.max(0, Math.floor((after - start) / period)) + 1) * period
}

function once(argument: string, timezone: string): Occurrences {
  const job = new Cron(argument, { timezone, paused: true })
  return (after) => job.nextRun(new Date(after))?.getTime()
}

/** EventBridge's six fields: minutes hours day-of-month month day-of-week year; Sunday is 1; `?` means any. */
function cron(argument: string, timezone: string): Occurrences | undefined {
  const fields = argument.split(/\s+/)
  if (fields.length !== 6) return undefined
  const pattern = `0 ${fields.join(' ').replaceAll('?', '*')}`
  const job = new Cron(pattern, {
    timezone,
    paused: true,
    mode: '7-part',
    alternativeWeekdays: true,
    sloppyRanges: true,
  })
  return (after) => {
    let next = job.nextRun(new Date(after))
    // EventBridge skips a time that daylight saving leaves out; croner would move it.
    while (next && !job.match(next)) next = job.nextRun(next)
    return next?.getTime()
  }
}
