import { useState } from 'react'
import { dayIn } from '#shared/rules/days.ts'
import { type AnswerOf, ApiProblem, callApi, useApi } from '../api.ts'
import { refreshInterval } from './eventAnswers.ts'
import type { CalendarEvent } from './EventSummary.tsx'
import { shifted } from './months.ts'

const route = 'GET /api/v1/teamEventsByMonth/{teamId}'
type Page = AnswerOf<typeof route>
export type Day = { day: string; events: CalendarEvent[] }

/** A team's month, a page at a time; `more` is there while there is more, and reads it. */
export function useMonth(teamId: string, month: string) {
  const query = { start: `${month}-01`, end: `${shifted(month, 1)}-01` }
  const first = useApi(route, { teamId, query }, { refreshInterval, handles: ['failures'] })
  const [pages, setPages] = useState<readonly Page[]>([])
  const [reading, setReading] = useState<'no' | 'yes' | 'failed'>('no')
  const cursor = (pages.at(-1) ?? first.data)?.cursor

  async function readMore(after: string) {
    setReading('yes')
    try {
      const page = await callApi(route, { teamId, query: { ...query, cursor: after } }, { handles: ['failures'] })
      setPages((all) => [...all, page])
      setReading('no')
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setReading('failed')
    }
  }
  return {
    ...first,
    days: first.data && byDay([first.data, ...pages].flatMap(({ events }) => events)),
    more: cursor ? () => void readMore(cursor) : undefined,
    reading,
  }
}

/** Each event once, on the day it is where it is held. */
function byDay(events: CalendarEvent[]): Day[] {
  const days = new Map<string, CalendarEvent[]>()
  for (const event of new Map(events.map((each) => [each.id, each])).values()) {
    const day = dayIn(event.start, event.timezone)
    days.set(day, [...(days.get(day) ?? []), event])
  }
  return [...days]
    .map(([day, these]) => ({ day, events: these.toSorted((a, b) => a.start.localeCompare(b.start)) }))
    .toSorted((a, b) => a.day.localeCompare(b.day))
}
