import { useEffect, useMemo, useRef, useState } from 'react'
import { listKey, type PlayerRow, rowParts } from '#shared/rules/playerRows.ts'
import { type AnswerOf, ApiProblem, callApi } from '../../api.ts'

const CHECK = 'POST /rest-api/families/imports/{orgUnitId}/check'
export type Checked = AnswerOf<typeof CHECK>['rows'][number]

/** Sorted by name, so that the rows of a request are looked up in one range of the club's players. */
export const byName = (rows: readonly PlayerRow[]): PlayerRow[] => {
  const keys = new Map(rows.map((row) => [row, listKey(row)]))
  const keyOf = (row: PlayerRow) => keys.get(row) ?? ''
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : a.row - b.row))
}

/**
 * What the server says each row would do, by line. Only rows that have changed are checked again. `retry` after a failure
 * checks the missing ones.
 */
export function useChecked(orgUnitId: string, rows: readonly PlayerRow[]) {
  const [known, setKnown] = useState<ReadonlyMap<string, Checked>>(new Map())
  const asked = useRef(known)
  const [problem, setProblem] = useState<ApiProblem>()
  const wanted = JSON.stringify(rows)

  useEffect(() => {
    if (problem) return
    const cancelled = new AbortController()
    const missing = (JSON.parse(wanted) as PlayerRow[]).filter((row) => !asked.current.has(JSON.stringify(row)))
    async function ask() {
      for (const part of rowParts(byName(missing))) {
        const input = { orgUnitId, body: { rows: part } }
        const answer = await callApi(CHECK, input, { signal: cancelled.signal, handles: ['failures'] })
        // A line of the table may give several rows, so results are matched by position.
        const told = part.flatMap((row, at) => {
          const said = answer.rows[at]
          return said ? [[JSON.stringify(row), said] as const] : []
        })
        asked.current = new Map([...asked.current, ...told])
        setKnown(asked.current)
      }
    }
    ask().catch((error: unknown) => {
      if (!(error instanceof ApiProblem)) throw error
      if (error.code !== 'cancelled') setProblem(error)
    })
    return () => cancelled.abort()
  }, [orgUnitId, wanted, problem])

  return useMemo(() => {
    const said = rows.flatMap((row) => known.get(JSON.stringify(row)) ?? [])
    return {
      said: byLine(said),
      done: said.length,
      total: rows.length,
      problem,
      retry: () => setProblem(undefined),
    }
  }, [rows, known, problem])
}

/** Results that block a line come first, then those that say what it would do. */
const order: readonly Checked['does'][] = ['unclear', 'team_gone', 'new', 'change', 'same']

/** What each line would do. A line that names several teams has one row for each. */
function byLine(said: readonly Checked[]): Map<number, Checked> {
  const lines = new Map<number, Checked>()
  for (const each of said) {
    const before = lines.get(each.row)
    const [first = each, second] = before
      ? [before, each].toSorted((a, b) => order.indexOf(a.does) - order.indexOf(b.does))
      : [each]
    const changes = [...first.changes, ...(second?.changes ?? [])]
    // Every row of a line would make the same changes to the child, so they are listed once.
    const once = new Map(changes.map((change) => [JSON.stringify(change), change]))
    lines.set(each.row, { ...first, changes: [...once.values()] })
  }
  return lines
}
