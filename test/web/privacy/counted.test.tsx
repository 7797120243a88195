import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import MyDataScreen from '#web/privacy/MyDataScreen.tsx'
import { useCountScreens } from '#web/shell/useCountScreens.ts'
import { showScreen, standInServer } from '../fakeServer.tsx'

const server = standInServer()
const USE = 'POST /rest-api/session/use'

function Counting() {
  useCountScreens('user-1')
  return <MyDataScreen />
}

function leave() {
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  fireEvent(document, new Event('visibilitychange'))
  hidden.mockRestore()
}

it('counts opened screens only with consent, and sends the counts when the page is hidden', async () => {
  server.answers({
    'GET /rest-api/privacy/copies': { copies: [] },
    'GET /rest-api/privacy/erasure': {
      standing: null,
      goes: { players: 0, following: 0, clubs: 0, teams: 0, conversations: 0, feeds: 0 },
      lastIn: [],
      alone: 0,
    },
    [USE]: {},
  })
  const open = () => showScreen(<Counting />, { path: '/my-data', at: '/my-data' })
  const first = open()
  const choice = await screen.findByRole('switch', { name: 'Count which screens I open on this device' })
  expect(choice).not.toBeChecked()
  leave()
  await first.user.click(choice)
  expect(choice).toBeChecked()
  first.unmount()
  const second = open()
  await waitFor(() => {
    leave()
    expect(server.asked(USE)).toHaveLength(1)
  })
  leave()
  expect(server.asked(USE)[0]?.body).toEqual({ screens: { myData: 1 } })
  await second.user.click(await screen.findByRole('switch', { name: /Count which screens I open on this device/ }))
  second.unmount()
  open()
  leave()
  await screen.findByRole('switch', { name: /Count which screens I open on this device/ })
  expect(server.asked(USE)).toHaveLength(1)
})
