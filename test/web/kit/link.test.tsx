import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { Link } from '#web/kit/Link.tsx'

const Address = () => {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

/** Clicks the link; returns where it led, and whether the browser was left to follow it. */
function click(link: React.ReactNode, init: MouseEventInit = {}) {
  render(
    <MemoryRouter initialEntries={['/today']}>
      {link}
      <Address />
    </MemoryRouter>,
  )
  const anchor = screen.getByRole('link')
  const event = createEvent.click(anchor, { button: 0, ...init })
  // The browser would leave the page.
  document.addEventListener('click', (each) => each.preventDefault(), { once: true })
  const preventDefault = vi.spyOn(event, 'preventDefault')
  fireEvent(anchor, event)
  return { address: screen.getByRole('status').textContent, byBrowser: preventDefault.mock.calls.length === 1 }
}

test('a link has the address and leads to it without a page load', () => {
  expect(click(<Link to="/players?all=true">Players</Link>)).toEqual({ address: '/players?all=true', byBrowser: false })
  expect(screen.getByRole('link', { name: 'Players' })).toHaveProperty('pathname', '/players')
})

test.each(['ctrlKey', 'metaKey', 'shiftKey'])('with %s it is opened by the browser', (key) => {
  expect(click(<Link to="/players">Players</Link>, { [key]: true })).toEqual({ address: '/today', byBrowser: true })
})

test('a full page load is left to the browser', () => {
  const link = (
    <Link to="/players" reloadDocument>
      Players
    </Link>
  )
  expect(click(link)).toEqual({ address: '/today', byBrowser: true })
})

test('a handler runs first, and can keep the link from leading anywhere', () => {
  const onClick = vi.fn<(event: React.MouseEvent) => void>((event) => event.preventDefault())
  const link = (
    <Link to="/players" onClick={onClick}>
      Players
    </Link>
  )
  expect(click(link).address).toBe('/today')
  expect(onClick).toHaveBeenCalledOnce()
})
