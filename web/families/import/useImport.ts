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

/** How often it is asked how far an import is, in milliseconds. */
const rhythm = 700
const isUnderWay = (state: Import['state'] | undefined) => state === 'running' || state === 'undoing'

/** Sends rows and starts their import. What fails half-way has put nothing in, and can be sent again. */
export function useSending(orgUnitId: string) {
  const [sent, setSent] = useState<number>()
  const [problem, setProblem] = useState<ApiProblem>()
  const [, setQuery] = useSearchParams()

  async function send(rows: readonly PlayerRow[], name: string) {
    setProblem(undefined)
    setSent(0)
    const importId = newId()
    const id = { orgUnitId, importId }
    const options = { handles: ['failures', 'not_allowed'] } as const
    try {
      const body = { importId, name: name.slice(0, 120), rows: rows.length }
      await callApi('POST /rest-api/families/imports/{orgUnitId}', { orgUnitId, body }, options)
      let count = 0
      for (const [part, some] of rowParts(byName(rows)).entries()) {
        await callApi(
          'POST /rest-api/families/imports/{orgUnitId}/{importId}/rows',
          { ...id, body: { part, rows: some } },
          options,
        )
        count += some.length
        setSent(count)
      }
      await callApi('POST /rest-api/families/imports/{orgUnitId}/{importId}/start', id, options)
      // At its own address: who leaves and comes back finds it as far as it is by then.
      setQuery({ import: importId }, { replace: true })
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setProblem(error)
    } finally {
      setSent(undefined)
    }
  }
  return { send, sent, problem }
}

/** An import as far as it is; read again and again while it is under way. */
export function useImport(orgUnitId: string, importId: string) {
  const config = useSWRConfig()
  const read = useApi(
    READ,
    { orgUnitId, importId },
    {
      handles: ['failures'],
      refreshInterval: (latest) => (latest === undefined || isUnderWay(latest.state) ? rhythm : 0),
    },
  )
  const state = read.data?.state
  const isOver = state !== undefined && !isUnderWay(state)
  useEffect(() => {
    if (!isOver) return
    // Rosters and selections that it has changed are read again.
    for (const route of [
      'GET /api/v1/team/{teamId}',
      'GET /api/v1/playersAndTeams',
      'GET /rest-api/families/imports/{orgUnitId}',
    ] as const)
      refresh(config, route)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it has come to its end
  }, [isOver, state])
  return read
}
