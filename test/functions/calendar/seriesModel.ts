import { addDays } from '#shared/rules/days.ts'

/** A model of a series without table, ids or transactions: which of its dates exist, and what they contain. */
export const until = '2026-12-17'
const weekdayOf = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay()

export type Scope = 'this' | 'following' | 'all'
type Content = { name: string; time: string }
/** `alone`: deleted individually, so that no rule restores it. `part`: the series that the date belongs to. */
type OnPaper = Content & { day: string; state: 'there' | 'alone' | 'dropped'; at: string; part: Part | undefined }
type Part = {
  first: string
  weekdays: readonly number[]
  whole: string
  ends: { at: string; until: string }[]
  common: Content
}

const least = (...all: string[]) => all.toSorted()[0] ?? ''
const effective = ({ whole, ends }: Part) => least(whole, ...ends.map((end) => end.until))

export function onPaper(days: readonly string[]) {
  const common = { name: 'Practice', time: '17:30' }
  const start: Part = { first: days[0] ?? '', weekdays: [2, 4], whole: until, ends: [], common }
  const dates: OnPaper[] = days.map((day) => ({ ...common, day, state: 'there', at: '', part: start }))
  const named = ({ first, weekdays }: Pick<Part, 'first' | 'weekdays'>, last: string) =>
    new Set(days.filter((day) => day >= first && day <= last && weekdays.includes(weekdayOf(day))))

  /** The days that a change of several dates applies to, and the part they belong to afterwards. */
  function reach(chosen: OnPaper, part: Part, scope: Scope, next: Partial<Part>): { all: Set<string>; after: Part } {
    const from = scope === 'all' ? part.first : chosen.day
    const isBeyond = chosen.day > effective(part)
    const last = isBeyond ? part.whole : effective(part)
    const all = new Set([...named(part, last)].filter((day) => day >= from))
    if (from === part.first) {
      if (isBeyond || next.weekdays) part.ends = []
      return { all, after: Object.assign(part, next) }
    }
    const after = { ...part, first: from, whole: last, ends: [], ...next }
    Object.assign(part, { whole: least(addDays(from, -1), effective(part)), ends: [] })
    return { all, after }
  }

  function edit(chosen: OnPaper, scope: Scope, written: Partial<Content>): void {
    const { part } = chosen
    // Values that the chosen date already has are not changes, neither of it nor of others.
    const change: Partial<Content> = {}
    for (const key of ['name', 'time'] as const)
      if (written[key] !== undefined && written[key] !== chosen[key]) change[key] = written[key]
    if (scope !== 'this' && part) {
      const was = part.common
      const { all, after } = reach(chosen, part, scope, { common: { ...was, ...change } })
      for (const date of dates.filter((each) => each.part === part && each.state === 'there' && all.has(each.day))) {
        for (const key of ['name', 'time'] as const)
          if (change[key] !== undefined && date[key] === was[key]) date[key] = change[key]
        date.part = after
      }
      chosen.part = after
    }
    Object.assign(chosen, change)
  }

  function rule(chosen: OnPaper, scope: Scope, weekdays: readonly number[], at: string): void {
    const { part } = chosen
    if (scope === 'this' || !part) return
    const { all, after } = reach(chosen, part, scope, { weekdays, whole: until })
    const wanted = named(after, until)
    for (const date of dates) {
      const isWanted = wanted.has(date.day)
      const isReached = isWanted || (all.has(date.day) && date.part === part)
      if (!isReached && date !== chosen) continue
      if (isWanted && date.state !== 'alone') Object.assign(date, { state: 'there', part: after })
      if (!isWanted && date.state === 'there') Object.assign(date, { state: 'dropped', at })
      if (date === chosen) date.part = after
    }
  }

  function remove(chosen: OnPaper, scope: Scope, at: string): void {
    const { part, day } = chosen
    Object.assign(chosen, { state: scope === 'this' ? 'alone' : 'dropped', at })
    if (scope === 'this' || !part) return
    const whole = named(part, part.whole)
    const reached = dates.filter(
      (each) => each.part === part && whole.has(each.day) && (scope === 'all' || each.day >= day),
    )
    for (const date of reached.filter(({ state }) => state === 'there')) Object.assign(date, { state: 'dropped', at })
    const end = addDays(least(day, ...reached.map((each) => each.day)), -1)
    if (end >= part.first) part.ends.push({ at, until: end })
  }

  function restore(chosen: OnPaper, together: boolean): void {
    const { part, at } = chosen
    const whole = part && named(part, part.whole)
    const back = dates.filter(
      (each) => each === chosen || (together && part && each.part === part && each.at === at && each.state !== 'there'),
    )
    for (const date of back)
      Object.assign(date, { state: 'there', at: '', part: whole?.has(date.day) ? part : undefined })
    if (together && part) part.ends = part.ends.filter((end) => end.at !== at)
  }

  return { dates, edit, rule, remove, restore, there: () => dates.filter(({ state }) => state === 'there') }
}
