import { addDays } from '#shared/rules/days.ts'

/** A model of a series without table, ids or transactions: which of its dates exist, and what they contain. */
export const lastDay = '2026-12-17'
const weekdayOf = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay()

export type Scope = 'this' | 'following' | 'all'
type Content = { name: string; time: string }
/** `alone`: deleted individually, so that no rule restores it. `part`: the series that the date belongs to. */
type ModelEvent = Content & { day: string; state: 'there' | 'alone' | 'dropped'; at: string; part: Part | undefined }
type Part = {
  first: string
  weekdays: readonly number[]
  whole: string
  ends: { at: string; until: string }[]
  common: Content
}

const earliest = (...all: string[]) => all.toSorted()[0] ?? ''
const effectiveEnd = ({ whole, ends }: Part) => earliest(whole, ...ends.map((end) => end.until))

export function seriesModel(days: readonly string[]) {
  const common = { name: 'Practice', time: '17:30' }
  const start: Part = { first: days[0] ?? '', weekdays: [2, 4], whole: lastDay, ends: [], common }
  const dates: ModelEvent[] = days.map((day) => ({ ...common, day, state: 'there', at: '', part: start }))
  const daysOf = ({ first, weekdays }: Pick<Part, 'first' | 'weekdays'>, last: string) =>
    new Set(days.filter((day) => day >= first && day <= last && weekdays.includes(weekdayOf(day))))

  /** The days that a change of several dates applies to, and the part they belong to afterwards. */
  function applyScope(
    event: ModelEvent,
    part: Part,
    scope: Scope,
    changes: Partial<Part>,
  ): { all: Set<string>; after: Part } {
    const from = scope === 'all' ? part.first : event.day
    const isBeyond = event.day > effectiveEnd(part)
    const last = isBeyond ? part.whole : effectiveEnd(part)
    const all = new Set([...daysOf(part, last)].filter((day) => day >= from))
    if (from === part.first) {
      if (isBeyond || changes.weekdays) part.ends = []
      return { all, after: Object.assign(part, changes) }
    }
    const after = { ...part, first: from, whole: last, ends: [], ...changes }
    Object.assign(part, { whole: earliest(addDays(from, -1), effectiveEnd(part)), ends: [] })
    return { all, after }
  }

  function edit(event: ModelEvent, scope: Scope, content: Partial<Content>): void {
    const { part } = event
    // Values that the chosen date already has are not changes, neither of it nor of others.
    const change: Partial<Content> = {}
    for (const key of ['name', 'time'] as const)
      if (content[key] !== undefined && content[key] !== event[key]) change[key] = content[key]
    if (scope !== 'this' && part) {
      const previous = part.common
      const { all, after } = applyScope(event, part, scope, { common: { ...previous, ...change } })
      for (const date of dates.filter((each) => each.part === part && each.state === 'there' && all.has(each.day))) {
        for (const key of ['name', 'time'] as const)
          if (change[key] !== undefined && date[key] === previous[key]) date[key] = change[key]
        date.part = after
      }
      event.part = after
    }
    Object.assign(event, change)
  }

  function changeRule(event: ModelEvent, scope: Scope, weekdays: readonly number[], at: string): void {
    const { part } = event
    if (scope === 'this' || !part) return
    const { all, after } = applyScope(event, part, scope, { weekdays, whole: lastDay })
    const wantedDays = daysOf(after, lastDay)
    for (const date of dates) {
      const isWanted = wantedDays.has(date.day)
      const isReached = isWanted || (all.has(date.day) && date.part === part)
      if (!isReached && date !== event) continue
      if (isWanted && date.state !== 'alone') Object.assign(date, { state: 'there', part: after })
      if (!isWanted && date.state === 'there') Object.assign(date, { state: 'dropped', at })
      if (date === event) date.part = after
    }
  }

  function remove(event: ModelEvent, scope: Scope, at: string): void {
    const { part, day } = event
    Object.assign(event, { state: scope === 'this' ? 'alone' : 'dropped', at })
    if (scope === 'this' || !part) return
    const partDays = daysOf(part, part.whole)
    const reachedEvents = dates.filter(
      (each) => each.part === part && partDays.has(each.day) && (scope === 'all' || each.day >= day),
    )
    for (const date of reachedEvents.filter(({ state }) => state === 'there'))
      Object.assign(date, { state: 'dropped', at })
    const end = addDays(earliest(day, ...reachedEvents.map((each) => each.day)), -1)
    if (end >= part.first) part.ends.push({ at, until: end })
  }

  function restore(event: ModelEvent, isWithSeries: boolean): void {
    const { part, at } = event
    const partDays = part && daysOf(part, part.whole)
    const restoredEvents = dates.filter(
      (each) =>
        each === event || (isWithSeries && part && each.part === part && each.at === at && each.state !== 'there'),
    )
    for (const date of restoredEvents)
      Object.assign(date, { state: 'there', at: '', part: partDays?.has(date.day) ? part : undefined })
    if (isWithSeries && part) part.ends = part.ends.filter((end) => end.at !== at)
  }

  return { dates, edit, rule: changeRule, remove, restore, there: () => dates.filter(({ state }) => state === 'there') }
}
