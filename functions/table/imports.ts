import type { PlayerRow } from '#shared/rules/playerRows.ts'
import { by, entity } from './entity.ts'
import type { Guardian } from './guardians.ts'
import { organizationPartition, organizationPartitionOf } from './organizations.ts'
import { all, page, type Range, startingWith } from './table.ts'

export type ImportId = { orgUnitId: string; importId: string }
/**
 * An import of players from a table, into a club or one of its teams.
 *   staging   its rows are being uploaded
 *   running   rows are being imported, one transaction after the other; each advances `part` and `row`
 *   done      all rows are imported
 *   undoing   the import is being reverted, the last step first
 *   undone    everything is reverted, except what was changed since
 */
export type Import = ImportId & {
  name: string
  startedBy: string
  startedAt: string
  state: 'staging' | 'running' | 'done' | 'undoing' | 'undone'
  /** The number of rows, and how many were processed. */
  rows: number
  done: number
  parts: number
  /** The current position: the part, and the row within it. */
  part: number
  row: number
  steps: number
  added: number
  changed: number
  same: number
  refused: { row: number; why: RowRefusal }[]
  /** How many changes were not reverted, since they were edited meanwhile, or the player was invited by their new team. */
  kept: number
  /** Incremented when a worker has done its share, so that the next run continues. */
  turn: number
}
/** Why a row could not be imported. */
export type RowRefusal = 'team_gone' | 'unclear' | 'changed_meanwhile'

export const imports = {
  ...entity<Import, ImportId>('Import', {
    key: ({ orgUnitId, importId }) => ({
      pk: organizationPartitionOf(orgUnitId),
      sk: `IMPORT#${orgUnitId}#${importId}`,
    }),
    lsi1: by(['orgUnitId', 'startedAt'], ({ orgUnitId, startedAt }) => `IMPORT#${orgUnitId}#${startedAt}`),
  }),
  /** All imports into a club and its teams. */
  ofClub: (organizationId: string): Range => ({
    pk: organizationPartition({ organizationId }),
    ...startingWith('IMPORT#'),
    consistent: true,
  }),
  /** The latest imports into a club or a team. */
  latest: async (orgUnitId: string) => {
    const pk = organizationPartitionOf(orgUnitId)
    const range = { from: `IMPORT#${orgUnitId}#`, to: `IMPORT#${orgUnitId}#\uffff` }
    const { rows } = await page<Import>({ pk, ...range, index: 'lsi1', newestFirst: true, limit: 10, consistent: true })
    return rows
  },
}

const partition = ({ orgUnitId, importId }: ImportId) => `IMPORT#${orgUnitId}#${importId}`
const number = (n: number) => String(n).padStart(5, '0')

/** Rows of an import that wait to be processed. */
export type ImportPart = ImportId & { part: number; rows: PlayerRow[]; startedAt: string }
export const importParts = {
  ...entity<ImportPart, ImportId & { part: number }>('Import part', {
    key: (id) => ({ pk: partition(id), sk: `PART#${number(id.part)}` }),
  }),
  of: (id: ImportId) => all<ImportPart>({ pk: partition(id), ...startingWith('PART#'), consistent: true }),
}

/** What a step has done to one player, with the values before it: so that the import can be undone. */
export type PlayerChange = {
  playerId: string
  did: 'added' | 'changed'
  /** The team whose roster was changed. */
  teamId?: string
  bornBefore?: string | null
  /** Null if the player was not on the team. */
  onTeamBefore?: { number?: string | undefined; position?: string | undefined } | null
  /** Answers to the club's questions; null if the player had no details. */
  fieldsBefore?: Record<string, string> | null
  guardians?: { guardianId: string; before: Partial<Guardian> | null }[]
}
export type ImportStep = ImportId & { step: number; did: PlayerChange[]; startedAt: string }
/** What one transaction of an import did; removed when that is undone. */
export const importSteps = {
  ...entity<ImportStep, ImportId & { step: number }>('Import step', {
    key: (id) => ({ pk: partition(id), sk: `STEP#${number(id.step)}` }),
  }),
  of: (id: ImportId): Range => ({ pk: partition(id), ...startingWith('STEP#'), consistent: true }),
  last: async (id: ImportId) => {
    const range = { pk: partition(id), ...startingWith('STEP#'), consistent: true }
    return (await page<ImportStep>({ ...range, newestFirst: true, limit: 1 })).rows[0]
  },
}
