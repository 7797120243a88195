import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { startTexts } from '#web/i18n.ts'
import { ExpandableList } from '#web/kit/ExpandableList.tsx'
import { LoadMore } from '#web/kit/Paging.tsx'

function List() {
  const [rows, setRows] = useState(['First', 'Second'])
  return (
    <main tabIndex={-1}>
      <h1 tabIndex={-1}>Players</h1>
      {rows.map((row) => (
        <a key={row} href={`/${row}`}>
          {row}
        </a>
      ))}
      {rows.length < 4 && <LoadMore shown={rows.length} load={() => setRows([...rows, 'Third', 'Fourth'])} />}
      <a href="/end">Imprint</a>
    </main>
  )
}

test('the last page of a list moves the keyboard to its first row, as the button is gone', async () => {
  await startTexts()
  render(<List />)
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.tab()
  expect(screen.getByRole('button', { name: 'Show more' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  await userEvent.tab()
  expect(screen.getByRole('link', { name: 'Third' })).toHaveFocus()
})

test('a long list renders a hundred rows, more on request, and all of them for printing', async () => {
  await startTexts()
  const all = Array.from({ length: 1250 }, (_, i) => `Player ${i}`)
  const { container } = render(
    <main>
      <ExpandableList items={all}>{(shown) => shown.map((name) => <li key={name}>{name}</li>)}</ExpandableList>
    </main>,
  )
  const drawn = () => container.querySelectorAll('li').length
  expect(drawn()).toBe(100)
  expect(screen.getByRole('status')).toHaveTextContent('100 of 1,250')
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(drawn()).toBe(200)
  fireEvent(window, new Event('beforeprint'))
  expect(drawn()).toBe(1250)
  fireEvent(window, new Event('afterprint'))
  expect(drawn()).toBe(200)
})
