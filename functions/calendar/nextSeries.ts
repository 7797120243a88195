import { dequal } from 'dequal'
import { occurrenceOn, type Recurrence } from '#shared/rules/recurrence.ts'
import type { Event } from '../table/events.ts'
import type { Series } from '../table/series.ts'
import { clocksOf, sharedContent, datesOf, dayOf, refuseBadRule } from './dates.ts'
import { ruleBeforeDeletions } from './deleteDates.ts'
import type { EventContent } from './eventContent.ts'

/** The series with a rule that includes a day: the rule from before its last dates were deleted, if one of these was restored. */
export const withRuleIncluding = (current: Series, day: string): Series =>
  isAfterRuleEnd(current, day) ? { ...current, rule: ruleBeforeDeletions(current) } : current
export const isAfterRuleEnd = ({ rule }: Series, day: string) => day > (rule.until ?? day)

/** The changed series from a day on: its rule, its local times and its shared content. */
export function changedSeries(
  current: Series,
  event: Event,
  content: EventContent,
  { from, repeat }: { from: string; repeat: Recurrence | undefined },
): Series {
  const [before, after] = [sharedContent(event), sharedContent(content)]
  const changed = Object.keys({ ...before, ...after }).filter((name) => differ(before, after, name))
  const common = { ...current.content, ...Object.fromEntries(changed.map((name) => [name, valueOf(after, name)])) }
  const isMoved = !dequal(clocksOf(event), clocksOf(content))
  const clocks = isMoved ? clocksOf(content) : clocksIn(current)
  const { count, ...rule } = current.rule
  const passedCount = datesOf({ ...current, rule: { ...current.rule, except: [] } }).filter(
    ({ day }) => day < from,
  ).length
  const remainingRule = count === undefined ? rule : { ...rule, count: Math.max(1, count - passedCount) }
  if (repeat) refuseBadRule(repeat, from)
  const { rootId, invitesNobody } = current
  const inviteFields = invitesNobody && { invitesNobody }
  return { rootId, first: from, ...clocks, rule: repeat ?? remainingRule, content: common, ...inviteFields }
}
const clocksIn = ({ startTime, endTime, timezone }: Series) => ({ startTime, endTime, timezone })
export const valueOf = (from: object, name: string) => (from as Record<string, unknown>)[name]
const differ = (one: object, other: object, name: string) => !dequal(valueOf(one, name), valueOf(other, name))

/** One date after the change: fields equal to the series' follow it, fields that were changed individually are kept. */
export function applySeriesChange(row: Event, current: Series, next: Series) {
  const ownContent = sharedContent(row)
  const common = { ...ownContent }
  for (const name of Object.keys({ ...current.content, ...next.content }))
    if (!differ(ownContent, current.content, name)) Object.assign(common, { [name]: valueOf(next.content, name) })
  const occurrence = occurrenceOn(dayOf(row), clocksIn(current))
  const isOnTime = row.timezone === current.timezone && row.start === occurrence?.start && row.end === occurrence.end
  const moved = isOnTime ? occurrenceOn(dayOf(row), next) : undefined
  const { start, end } = moved ?? row
  return { common, start, end, timezone: moved ? next.timezone : row.timezone }
}
