import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ShareForm } from '#web/academy/ShareForm.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { organizationId } from '../people.ts'
import { otherAnswers, item } from './items.ts'

const server = standInServer()

it('asks before closing discards changes of the sharing, but not without changes', async () => {
  const close = vi.fn<() => void>()
  server.answers({
    ...otherAnswers,
    'GET /rest-api/academy/storage/share/organization/{orgId}/search-people-and-teams': {
      ...{ admins: [], orgUnits: [], players: [] },
    },
  })
  const { user } = showScreen(
    <Dialog opened close={close} title="Share">
      <ShareForm orgId={organizationId} isOwned item={item('a')} close={close} />
    </Dialog>,
  )
  const stop = await screen.findByRole('button', { name: 'Stop sharing with U12 Falcons' })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  await user.click(stop)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(close).toHaveBeenCalledOnce()
  expect(stop).toHaveAttribute('aria-pressed', 'true')
})
