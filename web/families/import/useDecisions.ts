import { useMemo, useState } from 'react'
import { fold } from '#shared/rules/textMatching.ts'
import type { Cells, ReadRow } from '#shared/rules/readPlayerRow.ts'
import { findHouseholds, type Line, type Reading, rowsOf, sortRows, findUnknownTeams } from './lines.ts'

const withEntry = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V) => new Map(map).set(key, value)

/** The user's decisions on a table's rows, and the resulting rows. Nothing of it is sent yet. */
export function useDecisions(tableLines: readonly Line[], about: Omit<Reading, 'teamsByName'>) {
  const [correctedCells, setCorrectedCells] = useState<ReadonlyMap<number, Cells>>(new Map())
  const [leftOutLines, setLeftOutLines] = useState<ReadonlySet<number>>(new Set())
  const [differentChildren, setDifferentChildren] = useState<ReadonlySet<number>>(new Set())
  const [chosenPlayers, setChosenPlayers] = useState<ReadonlyMap<number, string>>(new Map())
  const [teamChoices, setTeamChoices] = useState<ReadonlyMap<string, string>>(new Map())
  const [joinedHouseholds, setJoinedHouseholds] = useState<ReadonlyMap<string, boolean>>(new Map())

  const reading = useMemo(() => ({ ...about, teamsByName: teamChoices }), [about, teamChoices])
  const lines = useMemo(
    () =>
      tableLines
        .filter(({ line }) => !leftOutLines.has(line))
        .map((each) => ({ ...each, cells: correctedCells.get(each.line) ?? each.cells })),
    [tableLines, leftOutLines, correctedCells],
  )
  const rows = useMemo(() => sortRows(lines, reading, differentChildren), [lines, reading, differentChildren])
  const households = useMemo(() => findHouseholds(rows.good), [rows])
  const ready = useMemo(() => {
    const keyOf = new Map(
      households.flatMap(({ key, rows }) => (joinedHouseholds.get(key) ? rows.map((row) => [row, key] as const) : [])),
    )
    return rows.good.flatMap(rowsOf).map((row) => {
      const [household, playerId] = [keyOf.get(row.row), chosenPlayers.get(row.row)]
      return {
        ...row,
        ...(household !== undefined && { household: toHouseholdKey(household) }),
        ...(playerId !== undefined && { is: playerId }),
      }
    })
  }, [rows, households, joinedHouseholds, chosenPlayers])

  return {
    reading,
    rows,
    households,
    joinedHouseholds,
    ready,
    missing: useMemo(() => findUnknownTeams(lines, reading), [lines, reading]),
    leftOut: leftOutLines.size,
    /** Whether any decision was made. */
    isAny: [correctedCells, leftOutLines, differentChildren, chosenPlayers, teamChoices, joinedHouseholds].some(
      ({ size }) => size > 0,
    ),
    cellsOf: ({ row }: ReadRow) => lines.find(({ line }) => line === row.row)?.cells ?? {},
    mend: (line: number, cells: Cells) => setCorrectedCells((all) => withEntry(all, line, cells)),
    leaveOut: (...lines: number[]) => setLeftOutLines((all) => new Set([...all, ...lines])),
    takeAll: () => setLeftOutLines(new Set()),
    isOther: (line: number) => setDifferentChildren((all) => new Set(all).add(line)),
    mean: (line: number, playerId: string) => setChosenPlayers((all) => withEntry(all, line, playerId)),
    sayTeam: (name: string, teamId: string) => setTeamChoices((all) => withEntry(all, fold(name), teamId)),
    putTogether: (keys: readonly string[], isTogether: boolean) =>
      setJoinedHouseholds((all) => new Map([...all, ...keys.map((key) => [key, isTogether] as const)])),
  }
}
export type Decisions = ReturnType<typeof useDecisions>

/** A contact escaped for use as a household key. */
const toHouseholdKey = (contact: string) =>
  [...contact]
    .map((each) => (/[\w-]/.test(each) ? each : `_${each.charCodeAt(0).toString(36)}`))
    .join('')
    .slice(0, 64)
