import { readFileSync } from 'node:fs'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { FolderTree } from '#web/kit/FolderTree.tsx'

const folders = [
  { id: 'drills', name: 'Training drills', parentId: null },
  { id: 'passing', name: 'Passing', parentId: 'drills' },
  { id: 'photos', name: 'Team photos', parentId: null },
]
/** Guards against an endless render loop, which would block all other tests. */
let drawings = 0
function Icon() {
  drawings += 1
  if (drawings > 200) throw new Error('The tree renders endlessly.')
  return null
}
function Folders() {
  const [current, open] = useState<string>()
  return (
    <>
      <FolderTree label="Folders" folders={folders} current={current} icon={<Icon />} open={open} />
      <output>{current}</output>
    </>
  )
}

it('opens a nested folder by keyboard', async () => {
  render(<Folders />)
  const user = userEvent.setup()
  screen.getByRole('treeitem', { name: /Training drills/ }).focus()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('treeitem', { name: 'Passing' })).toBeTruthy()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(screen.getByRole('status').textContent).toBe('passing')
  await user.keyboard('{ArrowDown}{Enter}')
  expect(screen.getByRole('status').textContent).toBe('photos')
  // The open folder is also the selected one for screen readers.
  expect(screen.getAllByRole('treeitem', { selected: true }).map(({ textContent }) => textContent)).toEqual([
    'Team photos',
  ])
})

it('shows folders without a known parent at the top level', () => {
  const some = folders.filter(({ id }) => id !== 'drills')
  render(<FolderTree label="Folders" folders={some} current={undefined} icon={null} open={() => undefined} />)
  expect(screen.getAllByRole('treeitem').map(({ textContent }) => textContent)).toEqual(['Passing', 'Team photos'])
})

it('is entered by Tab at the open folder, or where the arrow keys last were', async () => {
  render(
    <>
      <FolderTree label="Folders" folders={folders} current="passing" icon={null} open={() => undefined} />
      <button>After</button>
    </>,
  )
  const user = userEvent.setup()
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('treeitem', { name: 'Passing' }))
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(screen.getByRole('treeitem', { name: /Training drills/ }))
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'After' }))
  await user.tab({ shift: true })
  expect(document.activeElement).toBe(screen.getByRole('treeitem', { name: /Training drills/ }))
})

it('has toggles of at least 24 px', () => {
  const [, width] = /\.toggle \{[^}]*\bwidth: (\d+)px/.exec(readFileSync('web/kit/FolderTree.module.css', 'utf8')) ?? []
  expect(Number(width)).toBeGreaterThanOrEqual(24)
})
