import { useState } from 'react'
import { type AnswerOf, ApiProblem, callApi, useApi } from '../api.ts'
import { refreshInterval } from '../events/eventCache.ts'
import type { CalendarEvent } from '../events/eventTypes.ts'
import { unitMonth } from '../events/monthQueries.ts'

const route = 'GET /api/v1/teamEventsByMonth/{orgUnitId}'
type Page = AnswerOf<typeof route>

/** The month of a team or a club, with what is related to it if that is wanted, a page at a time; `more` is there while there is more, and reads it. */
export function useMonth(orgUnitId: string, month: string, related: boolean) {
  const query = unitMonth(month, related)
  const first = useApi(route, { orgUnitId, query }, { refreshInterval, handles: ['failures'] })
  const [pages, setPages] = useState<readonly Page[]>([])
  const [reading, setReading] = useState<'no' | 'yes' | 'failed'>('no')
  const cursor = (pages.at(-1) ?? first.data)?.cursor

  async function readMore(after: string) {
    setReading('yes')
    try {
      const page = await callApi(route, { orgUnitId, query: { ...query, cursor: after } }, { handles: ['failures'] })
      setPages((all) => [...all, page])
      setReading('no')
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setReading('failed')
    }
  }
  return {
    ...first,
    // What was moved while one read on stands on two pages.
    events: first.data && byId([first.data, ...pages].flatMap(({ events }) => events)),
    more: cursor ? () => void readMore(cursor) : undefined,
    reading,
  }
}

const byId = (events: CalendarEvent[]) => [...new Map(events.map((each) => [each.id, each])).values()]
