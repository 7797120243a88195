import { useMemo, useState } from 'react'
import { fold } from '#shared/rules/textMatching.ts'
import type { Cells, ReadRow } from '#shared/rules/readPlayerRow.ts'
import { householdsIn, type Line, type Reading, rowsOf, sorted, unknownTeams } from './lines.ts'

const added = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V) => new Map(map).set(key, value)

/** The user's decisions on a table's rows, and the resulting rows. Nothing of it is sent yet. */
export function useDecisions(given: readonly Line[], about: Omit<Reading, 'teamsByName'>) {
  const [mended, setMended] = useState<ReadonlyMap<number, Cells>>(new Map())
  const [out, setOut] = useState<ReadonlySet<number>>(new Set())
  const [others, setOthers] = useState<ReadonlySet<number>>(new Set())
  const [meant, setMeant] = useState<ReadonlyMap<number, string>>(new Map())
  const [teamsSaid, setTeamsSaid] = useState<ReadonlyMap<string, string>>(new Map())
  const [together, setTogether] = useState<ReadonlyMap<string, boolean>>(new Map())

  const reading = useMemo(() => ({ ...about, teamsByName: teamsSaid }), [about, teamsSaid])
  const lines = useMemo(
    () =>
      given
        .filter(({ line }) => !out.has(line))
        .map((each) => ({ ...each, cells: mended.get(each.line) ?? each.cells })),
    [given, out, mended],
  )
  const rows = useMemo(() => sorted(lines, reading, others), [lines, reading, others])
  const households = useMemo(() => householdsIn(rows.good), [rows])
  const ready = useMemo(() => {
    const keyOf = new Map(
      households.flatMap(({ key, rows }) => (together.get(key) ? rows.map((row) => [row, key] as const) : [])),
    )
    return rows.good.flatMap(rowsOf).map((row) => {
      const [household, is] = [keyOf.get(row.row), meant.get(row.row)]
      return { ...row, ...(household !== undefined && { household: safe(household) }), ...(is !== undefined && { is }) }
    })
  }, [rows, households, together, meant])

  return {
    reading,
    rows,
    households,
    together,
    ready,
    missing: useMemo(() => unknownTeams(lines, reading), [lines, reading]),
    leftOut: out.size,
    /** Whether any decision was made. */
    isAny: [mended, out, others, meant, teamsSaid, together].some(({ size }) => size > 0),
    cellsOf: ({ row }: ReadRow) => lines.find(({ line }) => line === row.row)?.cells ?? {},
    mend: (line: number, cells: Cells) => setMended((all) => added(all, line, cells)),
    leaveOut: (...lines: number[]) => setOut((all) => new Set([...all, ...lines])),
    takeAll: () => setOut(new Set()),
    isOther: (line: number) => setOthers((all) => new Set(all).add(line)),
    mean: (line: number, is: string) => setMeant((all) => added(all, line, is)),
    sayTeam: (name: string, teamId: string) => setTeamsSaid((all) => added(all, fold(name), teamId)),
    putTogether: (keys: readonly string[], yes: boolean) =>
      setTogether((all) => new Map([...all, ...keys.map((key) => [key, yes] as const)])),
  }
}
export type Decisions = ReturnType<typeof useDecisions>

/** A contact escaped for use as a household key. */
const safe = (contact: string) =>
  [...contact]
    .map((each) => (/[\w-]/.test(each) ? each : `_${each.charCodeAt(0).toString(36)}`))
    .join('')
    .slice(0, 64)
