import { useMemo, useState } from 'react'
import { type AnswerOf, ApiProblem, callApi, useApi } from '../api.ts'
import { refreshInterval } from '../events/eventCache.ts'
import type { CalendarEvent } from '../events/eventTypes.ts'
import { unitMonth } from '../events/monthQueries.ts'

const route = 'GET /api/v1/teamEventsByMonth/{orgUnitId}'
type Page = AnswerOf<typeof route>

/** The further pages, and the month they belong to. */
type FurtherPages = { monthKey: string; pages: readonly Page[]; reading: 'no' | 'yes' | 'failed' }
const noPages = { pages: [], reading: 'no' } as const

/**
 * A month of a team or club, optionally with related events, one page at a time; `more` loads the next page and is undefined
 * after the last one.
 */
export function useMonth(orgUnitId: string, month: string, related: boolean) {
  const query = unitMonth(month, related)
  const first = useApi(route, { orgUnitId, query }, { refreshInterval, handles: ['failures'] })
  const monthKey = `${orgUnitId} ${month} ${related}`
  const [further, setFurther] = useState<FurtherPages>({ ...noPages, monthKey })
  const { pages, reading } = further.monthKey === monthKey ? further : noPages
  const cursor = (pages.at(-1) ?? first.data)?.cursor

  async function readMore(pageCursor: string) {
    // Discard the result if the reader has moved to another month.
    const setIfCurrent = (next: Omit<FurtherPages, 'monthKey'>) =>
      setFurther((current) => (current.monthKey === monthKey ? { ...next, monthKey } : current))
    setFurther({ monthKey, pages, reading: 'yes' })
    try {
      const page = await callApi(
        route,
        { orgUnitId, query: { ...query, cursor: pageCursor } },
        { handles: ['failures'] },
      )
      setIfCurrent({ pages: [...pages, page], reading: 'no' })
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setIfCurrent({ pages, reading: 'failed' })
    }
  }
  const { data } = first
  // An event that was moved between two requests may be on two pages.
  const events = useMemo(() => data && byId([data, ...pages].flatMap((page) => page.events)), [data, pages])
  return {
    ...first,
    events,
    more: cursor ? () => void readMore(cursor) : undefined,
    reading,
  }
}

const byId = (events: CalendarEvent[]) => [...new Map(events.map((each) => [each.id, each])).values()]
