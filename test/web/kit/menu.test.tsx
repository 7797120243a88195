import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Menu } from '#web/kit/Menu.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'

standInServer()

it('distinguishes two items of the same label, and removes both', async () => {
  const item = (label: string) => ({ label, run: () => undefined })
  let gone = () => {}
  function Actions() {
    const [items, setItems] = useState(['Move to Falcons', 'Move to Falcons', 'Archive'].map(item))
    gone = () => setItems([item('Archive')])
    return <Menu about="Danley" items={items} />
  }
  const { user } = showScreen(<Actions />)
  await user.click(screen.getByRole('button', { name: /Danley/ }))
  expect(await screen.findAllByRole('menuitem', { hidden: true })).toHaveLength(3)
  act(gone)
  expect(screen.getAllByRole('menuitem', { hidden: true }).map(({ textContent }) => textContent)).toEqual(['Archive'])
})
