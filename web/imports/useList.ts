import { useMemo, useState } from 'react'
import { guessColumns } from '#shared/rules/columns.ts'
import { type FixtureField, fixtureColumns, readFixtures } from '#shared/rules/fixtures.ts'
import { type DayOrder, guessDayOrder } from '#shared/rules/typedDays.ts'
import { readerZone } from '../kit/format.ts'
import { readSheet } from '../sheets/readSheet.ts'
import { readText } from '../sheets/readText.ts'
import { type SheetNote, SheetProblem, type SheetRefusal } from '../sheets/sheet.ts'
import { isIcs, readIcs } from './readIcs.ts'

type List = {
  rows: string[][]
  headRows: number
  fields: (FixtureField | undefined)[]
  dayOrder: DayOrder
  zone: string
  notes: readonly SheetNote[]
  repeated: number
  /** The user has corrected something or changed how it is read. */
  touched: boolean
}
type Team = { id: string; name: string }

/** Default length of a game without an end, in minutes. */
const defaultDuration = 90

/** The uploaded list, how it is read, and the user's corrections. */
export function useImportList(teams: readonly Team[], clubZone: string | undefined) {
  const [list, setList] = useState<List>()
  const [reading, setReading] = useState(false)
  const [refusal, setRefusal] = useState<SheetRefusal>()

  async function readSource(source: File | string): Promise<void> {
    setReading(true)
    setRefusal(undefined)
    try {
      setList(await parseSource(source, clubZone ?? readerZone()))
    } catch (error) {
      if (!(error instanceof SheetProblem)) throw error
      setRefusal(error.refusal)
    } finally {
      setReading(false)
    }
  }

  const result = useMemo(
    () => list && readFixtures(list.rows, { ...list, timezone: list.zone, teams, minutes: defaultDuration }),
    [list, teams],
  )
  const change = (changes: Partial<List>) => setList((current) => current && { ...current, ...changes, touched: true })
  return {
    list,
    result,
    reading,
    refusal,
    readSource,
    change,
    /** Each field belongs to at most one column. */
    setField: (column: number, field: FixtureField | undefined) =>
      list &&
      change({
        fields: list.fields.map((each, index) => (index === column ? field : each === field ? undefined : each)),
      }),
    setCell: (row: number, column: number, text: string) =>
      list &&
      change({
        rows: list.rows.map((cells, index) =>
          index === row - 1
            ? Array.from({ length: Math.max(cells.length, column + 1) }, (_, i) =>
                i === column ? text : (cells[i] ?? ''),
              )
            : cells,
        ),
      }),
    forget: () => setList(undefined),
  }
}

async function parseSource(source: File | string, zone: string): Promise<List> {
  const text = typeof source === 'string' ? source : /\.ics$/i.test(source.name) ? await source.text() : undefined
  const { rows, notes, repeated } =
    text !== undefined && isIcs(text)
      ? { ...readIcs(text), notes: [] }
      : { ...(typeof source === 'string' ? readText(source) : await readSheet(source)), repeated: 0 }
  const { fields, headRows } = guessColumns(rows, fixtureColumns)
  const days = rows.slice(headRows).flatMap((row) => row[fields.indexOf('day')] ?? [])
  const preferred: DayOrder = document.documentElement.lang === 'en-US' ? 'mdy' : 'dmy'
  const dayOrder = guessDayOrder(days, preferred, 2099)
  return { rows, headRows, fields, dayOrder, zone, notes, repeated, touched: false }
}
