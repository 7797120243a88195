import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useSWRConfig } from 'swr'
import { type PlayerRow, rowParts } from '#shared/rules/playerRows.ts'
import { type AnswerOf, ApiProblem, callApi, useApi } from '../../api.ts'
import { refresh } from '../../shell/useSave.ts'
import { byName } from './useChecked.ts'
import { newId } from '../../api/newPart.ts'

const READ = 'GET /rest-api/families/imports/{orgUnitId}/{importId}'
export type Import = AnswerOf<typeof READ>

/** Polling interval of a running import, in milliseconds. */
const pollInterval = 700
const isInProgress = (state: Import['state'] | undefined) => state === 'running' || state === 'undoing'

/** Uploads rows and starts their import. A failure half-way has imported nothing, so the rows can be sent again. */
export function useStartImport(orgUnitId: string) {
  const [sentCount, setSentCount] = useState<number>()
  const [problem, setProblem] = useState<ApiProblem>()
  const [, setQuery] = useSearchParams()

  async function send(rows: readonly PlayerRow[], name: string) {
    setProblem(undefined)
    setSentCount(0)
    const importId = newId()
    const id = { orgUnitId, importId }
    const options = { handles: ['failures', 'not_allowed'] } as const
    try {
      const body = { importId, name: name.slice(0, 120), rows: rows.length }
      await callApi('POST /rest-api/families/imports/{orgUnitId}', { orgUnitId, body }, options)
      let count = 0
      for (const [part, batchRows] of rowParts(byName(rows)).entries()) {
        await callApi(
          'POST /rest-api/families/imports/{orgUnitId}/{importId}/rows',
          { ...id, body: { part, rows: batchRows } },
          options,
        )
        count += batchRows.length
        setSentCount(count)
      }
      await callApi('POST /rest-api/families/imports/{orgUnitId}/{importId}/start', id, options)
      // The import gets its own URL, so that users who leave and come back find its progress.
      setQuery({ import: importId }, { replace: true })
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setProblem(error)
    } finally {
      setSentCount(undefined)
    }
  }
  return { send, sentCount, problem }
}

/** An import's progress; polled while it is running. */
export function useImport(orgUnitId: string, importId: string) {
  const config = useSWRConfig()
  const read = useApi(
    READ,
    { orgUnitId, importId },
    {
      handles: ['failures'],
      refreshInterval: (current) => (current === undefined || isInProgress(current.state) ? pollInterval : 0),
    },
  )
  const state = read.data?.state
  const isOver = state !== undefined && !isInProgress(state)
  useEffect(() => {
    if (!isOver) return
    // Refreshes rosters and selections that the import has changed.
    for (const route of [
      'GET /api/v1/team/{teamId}',
      'GET /api/v1/playersAndTeams',
      'GET /rest-api/families/imports/{orgUnitId}',
    ] as const)
      refresh(config, route)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the import has ended
  }, [isOver, state])
  return read
}
