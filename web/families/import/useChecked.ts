import { useEffect, useMemo, useRef, useState } from 'react'
import { listKey, type PlayerRow, rowParts } from '#shared/rules/playerRows.ts'
import { type AnswerOf, ApiProblem, callApi } from '../../api.ts'

const CHECK = 'POST /rest-api/families/imports/{orgUnitId}/check'
export type CheckResult = AnswerOf<typeof CHECK>['rows'][number]

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
  const [resultsByRow, setResultsByRow] = useState<ReadonlyMap<string, CheckResult>>(new Map())
  const checkedRows = useRef(resultsByRow)
  const [problem, setProblem] = useState<ApiProblem>()
  const rowsText = JSON.stringify(rows)

  useEffect(() => {
    if (problem) return
    const controller = new AbortController()
    const missing = (JSON.parse(rowsText) as PlayerRow[]).filter((row) => !checkedRows.current.has(JSON.stringify(row)))
    async function checkMissing() {
      for (const part of rowParts(byName(missing))) {
        const input = { orgUnitId, body: { rows: part } }
        const response = await callApi(CHECK, input, { signal: controller.signal, handles: ['failures'] })
        // A line of the table may give several rows, so results are matched by position.
        const entries = part.flatMap((row, index) => {
          const result = response.rows[index]
          return result ? [[JSON.stringify(row), result] as const] : []
        })
        checkedRows.current = new Map([...checkedRows.current, ...entries])
        setResultsByRow(checkedRows.current)
      }
    }
    checkMissing().catch((error: unknown) => {
      if (!(error instanceof ApiProblem)) throw error
      if (error.code !== 'cancelled') setProblem(error)
    })
    return () => controller.abort()
  }, [orgUnitId, rowsText, problem])

  return useMemo(() => {
    const results = rows.flatMap((row) => resultsByRow.get(JSON.stringify(row)) ?? [])
    return {
      resultsByLine: byLine(results),
      done: results.length,
      total: rows.length,
      problem,
      retry: () => setProblem(undefined),
    }
  }, [rows, resultsByRow, problem])
}

/** Results that block a line come first, then those that say what it would do. */
const resultOrder: readonly CheckResult['does'][] = ['unclear', 'team_gone', 'new', 'change', 'same']

/** What each line would do. A line that names several teams has one row for each. */
function byLine(results: readonly CheckResult[]): Map<number, CheckResult> {
  const lines = new Map<number, CheckResult>()
  for (const each of results) {
    const earlier = lines.get(each.row)
    const [first = each, second] = earlier
      ? [earlier, each].toSorted((a, b) => resultOrder.indexOf(a.does) - resultOrder.indexOf(b.does))
      : [each]
    const changes = [...first.changes, ...(second?.changes ?? [])]
    // Every row of a line would make the same changes to the child, so they are listed once.
    const uniqueChanges = new Map(changes.map((change) => [JSON.stringify(change), change]))
    lines.set(each.row, { ...first, changes: [...uniqueChanges.values()] })
  }
  return lines
}
