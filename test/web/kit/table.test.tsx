import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTexts } from '#web/i18n.ts'
import { type Column, Table } from '#web/kit/Table.tsx'
import { ordered, tracks } from '#web/kit/table/columns.ts'

beforeAll(() => startTexts(['en-US']))
afterEach(() => vi.unstubAllGlobals())

type Player = { id: string; name: string; number: number; team: string }
const players: Player[] = [
  { id: 'a', name: 'Mia', number: 10, team: 'U8' },
  { id: 'b', name: 'Zoë', number: 2, team: '' },
  { id: 'c', name: 'Bo', number: 7, team: 'U12' },
]
const columns: Column<Player>[] = [
  { key: 'name', head: 'Name', cell: ({ name }) => name },
  { key: 'number', head: 'Number', cell: ({ number }) => number, sort: (one, other) => one.number - other.number },
  { key: 'team', head: 'Team', cell: ({ team }) => team || '–', priority: 'low' },
]
const keyOf = ({ id }: Player) => id

/** Mocks media queries for the width of a phone, a small laptop or a large one. */
const screenOf = (width: number) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width')
      ? width <= widthIn(query)
      : query.includes('min-width') && width >= widthIn(query),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

const widthIn = (query: string) => Number(/width: ([\d.]+)px/.exec(query)?.[1])

const Where = () => <p>at {useLocation().pathname}</p>
function Players({ onChoose }: { onChoose?: (keys: string[]) => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return (
    <MemoryRouter>
      <Where />
      <Table
        label="Players"
        rows={players}
        columns={columns}
        keyOf={keyOf}
        nameOf={({ name }) => name}
        to={({ id }) => `/${id}`}
        choice={{
          chosen,
          choose(next) {
            setChosen(next)
            onChoose?.([...next].toSorted())
          },
        }}
      />
    </MemoryRouter>
  )
}
const namesShown = () => screen.getAllByRole('link').map(({ textContent }) => textContent)

describe('a table', () => {
  test('has its columns in order, and omits low priority ones on a small laptop', () => {
    screenOf(1280)
    const { unmount } = render(<Players />)
    const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads()).toEqual(['', 'Name', 'Number', 'Team'])
    expect(screen.getByRole('row', { name: /Mia 10 U8/ })).toHaveAttribute('aria-rowindex', '2')
    unmount()
    screenOf(800)
    render(<Players />)
    expect(heads()).toEqual(['', 'Name', 'Number'])
  })

  test('becomes cards with all values on a laptop at 200% zoom', () => {
    screenOf(640)
    render(<Players />)
    expect(screen.queryAllByRole('columnheader')).toEqual([])
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toContain('Team')
  })

  test('sorts by a column: ascending, descending and unsorted', async () => {
    screenOf(1280)
    render(<Players />)
    const head = screen.getByRole('columnheader', { name: 'Number' })
    const press = () => userEvent.click(within(head).getByRole('button'))
    const seen = [namesShown()]
    for (let time = 0; time < 3; time++) {
      await press()
      seen.push(namesShown())
    }
    expect(seen).toEqual([
      ['Mia', 'Zoë', 'Bo'],
      ['Zoë', 'Bo', 'Mia'],
      ['Mia', 'Bo', 'Zoë'],
      ['Mia', 'Zoë', 'Bo'],
    ])
    expect(head).toHaveAttribute('aria-sort', 'none')
  })

  test('opens a row by a click anywhere in it, except on its checkbox', async () => {
    screenOf(1280)
    render(<Players />)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Choose Mia' }))
    expect(screen.getByText('at /')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('cell', { name: 'U12' }))
    expect(screen.getByText('at /c')).toBeInTheDocument()
  })

  test('selects one row, a range with Shift, and all', async () => {
    screenOf(1280)
    const choose = vi.fn<(keys: string[]) => void>()
    render(<Players onChoose={choose} />)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Choose Mia' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Choose Bo' }), { shiftKey: true })
    expect(choose.mock.lastCall).toEqual([['a', 'b', 'c']])
    await userEvent.click(screen.getByRole('checkbox', { name: 'Choose Zoë' }))
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Choose all' })
    expect([all.checked, all.indeterminate]).toEqual([false, true])
    await userEvent.click(all)
    await userEvent.click(all)
    expect(choose.mock.calls.slice(-2)).toEqual([[['a', 'b', 'c']], [[]]])
  })
})

describe('a table on a phone', () => {
  test('shows cards with the same values in the same order, omitting empty ones', () => {
    screenOf(360)
    render(<Players />)
    const cards = within(screen.getByRole('list', { name: 'Players' })).getAllByRole('listitem')
    expect(cards.map(({ textContent }) => textContent)).toEqual(['MiaNumber10TeamU8', 'ZoëNumber2', 'BoNumber7TeamU12'])
    expect(screen.queryByRole('table')).toBeNull()
  })

  test('sorts by a select, in both directions', async () => {
    screenOf(360)
    render(<Players />)
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Number')
    expect(namesShown()).toEqual(['Zoë', 'Bo', 'Mia'])
    await userEvent.click(screen.getByRole('button', { name: /Ascending/ }))
    expect(namesShown()).toEqual(['Mia', 'Bo', 'Zoë'])
  })
})

function Shrinking() {
  const [rows, setRows] = useState(players)
  return (
    <MemoryRouter>
      <Table
        label="Players"
        rows={rows}
        columns={columns}
        keyOf={keyOf}
        nameOf={({ name }) => name}
        actions={({ id, name }) => (
          <button type="button" onClick={() => setRows(rows.filter((row) => row.id !== id))}>
            Remove {name}
          </button>
        )}
      />
    </MemoryRouter>
  )
}
test.each([
  ['a laptop', 1280, 'table'],
  ['a phone', 360, 'list'],
])('on %s the keyboard focus stays in the list when a row is removed', async (_, width, role) => {
  screenOf(width)
  render(<Shrinking />)
  screen.getByRole('button', { name: 'Remove Zoë' }).focus()
  await userEvent.keyboard('{Enter}')
  const list = screen.getByRole(role, { name: 'Players' })
  await waitFor(() => expect(list).toHaveFocus())
  await userEvent.tab()
  expect(list).toContainElement(document.activeElement as HTMLElement)
})

test('sorting does not change the array of rows', () => {
  expect(ordered(players, columns, { by: 'number', descending: true }).map(keyOf)).toEqual(['a', 'c', 'b'])
  expect(ordered(players, columns, { by: 'team', descending: true })).toBe(players)
  expect(players.map(keyOf)).toEqual(['a', 'b', 'c'])
  expect(tracks(columns, true, false)).toBe('44px minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1fr)')
})
