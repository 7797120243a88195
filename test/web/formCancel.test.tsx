import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { expect, it, vi } from 'vitest'
import type { AnswerOf } from '#web/api.ts'
import { EditFee } from '#web/money/EditFee.tsx'
import { MarkForm } from '#web/recordings/MarkForm.tsx'
import { PlayerForm } from '#web/teams/PlayerForm.tsx'
import { showScreen, standInServer } from './fakeServer.tsx'
import { details } from './money/fees.ts'
import { person, teamId } from './people.ts'

/** A form's own cancel button asks before discarding changes, as leaving the page does. */

standInServer()
const close = vi.fn<() => void>()
const player: AnswerOf<'GET /rest-api/teams/player/{playerId}'> = {
  ...{ ...person('danley'), pictures: null, bornOn: null, medical: null, fields: [], contacts: [], tags: [] },
  ...{ family: [], events: [], answered: null, permissions: ['canEditPlayers'] },
  teams: [{ id: teamId, name: 'Curaçao', archived: false, number: '7', position: '' }],
}
const ofPlayer = { player, teamId, isOwn: false, refetch: () => Promise.resolve(), close }
const mark = { recordingId: 'recording', second: 3, undo: () => undefined, close }
const stroke = { color: '#e03131', points: [] }
const type = (label: RegExp) => (user: UserEvent) => user.type(screen.getByRole('textbox', { name: label }), 'x')

it.each<[what: string, form: ReactElement, button: string, change: ((user: UserEvent) => Promise<void>) | undefined]>([
  ['a player', <PlayerForm key="1" {...ofPlayer} />, 'Cancel', type(/^Last name/)],
  ['a fee', <EditFee key="2" fee={details()} onDone={close} />, 'Back', type(/^What for/)],
  ['a comment on a moment', <MarkForm key="3" {...mark} strokes={[]} />, 'Cancel', type(/./)],
  ['a drawing on a moment', <MarkForm key="4" {...mark} strokes={[stroke as never]} />, 'Cancel', undefined],
])('asks before discarding changes to %s', async (_, form, button, change) => {
  close.mockReset()
  const { user } = showScreen(form)
  const cancel = () => user.click(screen.getByRole('button', { name: button }))
  if (change) {
    await cancel()
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    close.mockReset()
    await change(user)
  }
  await cancel()
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(close).not.toHaveBeenCalled()
  await cancel()
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
})
