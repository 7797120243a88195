import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import TodayScreen from '#web/today/TodayScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { card, invite, today } from '../people.ts'
import { answerServer } from '../events/answerServer.ts'

const server = standInServer()
const route = 'GET /user/updateInviteStatus/{inviteFile}'
const field = () => screen.getByRole('textbox', { name: 'Note to coach about Danley Jean Jacques' })

/** Opens the note editor of a card with an answered invitation. */
async function editing(note: string | null = null) {
  server.answers({
    'GET /api/v1/today': today(card(invite('danley', 'Accepted', note))),
    [route]: ({ query }) => invite('danley', 'Accepted', query['note'] || null),
  })
  const shown = showScreen(<TodayScreen />)
  await shown.user.click(await screen.findByRole('button', { name: note ? 'Edit note' : 'Note to coach' }))
  return shown
}

it('saves a note with the current answer', async () => {
  const { user } = await editing()
  expect(document.activeElement).toBe(field())
  await user.type(field(), 'Comes late')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('saved successfully')
  expect(server.asked(route)[0]?.query).toMatchObject({ format: 'json', status: 'Accepted', note: 'Comes late' })
  expect(screen.getByText('Comes late')).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit note' }))
})

it('deletes a note that is emptied', async () => {
  const { user } = await editing('Ill')
  await user.clear(field())
  await user.keyboard('{Enter}')
  await screen.findByRole('button', { name: 'Note to coach' })
  expect(server.asked(route)[0]?.query['note']).toBe('')
})

it('keeps the text and shows an error when saving fails', async () => {
  const { user } = await editing('Before')
  server.answers({
    [route]: () => {
      throw new Problem('internal')
    },
  })
  await user.clear(field())
  await user.type(field(), 'After')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const message = await screen.findByText('save failed')
  expect(message.closest('[role=alert]')).not.toBeNull()
  // The message is in the editor; at the bottom of a phone it would cover the Save button.
  expect(message.closest('form')).toBe(field().closest('form'))
  expect(field()).toHaveProperty('value', 'After')
  await user.keyboard('{Escape}')
  expect(screen.getByText('Before')).toBeDefined()
  expect(screen.queryByText('Error updating availability.')).toBeNull()
})

it.each(['{Escape}', 'Close'])('closes by %s without a request', async (way) => {
  const { user } = await editing('Before')
  await user.type(field(), ' and after')
  if (way === 'Close') await user.click(screen.getByRole('button', { name: way }))
  else await user.keyboard(way)
  expect(screen.getByText('Before')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit note' }))
  expect(server.asked(route)).toHaveLength(0)
})

it('keeps the text on Escape and shows it when reopened', async () => {
  const { user } = await editing('Before')
  await user.type(field(), ' and after')
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Edit note' }))
  expect(field()).toHaveProperty('value', 'Before and after')
  expect(document.activeElement).toBe(field())
  expect(server.asked(route)).toHaveLength(0)
})

it('restores an unsaved note after a reload, until it is saved or closed', async () => {
  const { user, unmount } = await editing()
  await user.type(field(), 'Comes la')
  unmount()
  const again = showScreen(<TodayScreen />)
  expect(await screen.findByRole('textbox', { name: 'Note to coach about Danley Jean Jacques' })).toHaveProperty(
    'value',
    'Comes la',
  )
  expect(document.activeElement).not.toBe(field())
  await again.user.type(field(), 'te')
  await again.user.keyboard('{Enter}')
  await screen.findByText('saved successfully')
  expect(server.asked(route)[0]?.query['note']).toBe('Comes late')
  again.unmount()
  const closed = showScreen(<TodayScreen />)
  await closed.user.click(await screen.findByRole('button', { name: /Edit note|Note to coach/ }))
  await closed.user.type(field(), ' x')
  await closed.user.click(within(field().closest('form')!).getByRole('button', { name: 'Close' }))
  closed.unmount()
  showScreen(<TodayScreen />)
  await screen.findByRole('button', { name: /Edit note|Note to coach/ })
  expect(screen.queryByRole('textbox')).toBeNull()
})

const emoji = '👟'
it.each([
  ['64 letters', 'x'.repeat(64), true],
  ['65 letters', 'x'.repeat(65), false],
  ['64 emoji', emoji.repeat(64), true],
  ['65 emoji', emoji.repeat(65), false],
])('a note of %s fits, or is rejected with a message', async (_, text, fits) => {
  const { user } = await editing()
  await user.click(field())
  await user.paste(text)
  expect(screen.getByText(`${[...text].length} of 64 characters`)).toBeDefined()
  expect(screen.queryByText('Max Characters: 64') === null).toBe(fits)
  await user.keyboard('{Enter}')
  if (fits) {
    await screen.findByText('saved successfully')
    expect(server.asked(route)[0]?.query['note']).toBe(text)
  } else {
    expect(field().getAttribute('aria-invalid')).toBe('true')
    await user.clear(field())
    await user.paste([...text].slice(1).join(''))
    await waitFor(() => expect(screen.queryByText('Max Characters: 64')).toBeNull())
    expect(server.asked(route)).toHaveLength(0)
  }
})

it('does not replace an answer that another parent gave meanwhile, but shows it and offers to send', async () => {
  const mine = invite('danley', 'Accepted')
  const kept = answerServer(server, mine)
  const { user } = showScreen(<TodayScreen />)
  await user.click(await screen.findByRole('button', { name: 'Note to coach' }))
  kept.elsewhere(mine.id, 'Declined', 'Ill')
  await user.type(field(), 'Comes late{Enter}')
  await screen.findByText(
    'Someone else has answered in the meantime: Not Going “Ill”. Your answer was: Yes, Going “Comes late”.',
  )
  expect(screen.queryByText('saved successfully')).toBeNull()
  expect(kept.of(mine.id)).toMatchObject({ status: { value: 'Declined' }, note: 'Ill' })
  await user.click(screen.getByRole('button', { name: 'Send mine' }))
  await waitFor(() => expect(kept.of(mine.id)).toMatchObject({ status: { value: 'Accepted' }, note: 'Comes late' }))
})

it('reports an error when sending the own answer anyway fails', async () => {
  const mine = invite('danley', 'Accepted')
  const kept = answerServer(server, mine)
  const { user } = showScreen(<TodayScreen />)
  await user.click(await screen.findByRole('button', { name: 'Note to coach' }))
  kept.elsewhere(mine.id, 'Declined')
  await user.type(field(), 'Comes late{Enter}')
  const insist = await screen.findByRole('button', { name: 'Send mine' })
  kept.state.line = 'internal'
  await user.click(insist)
  await screen.findByText('Error updating availability.')
  expect(kept.of(mine.id)).toMatchObject({ status: { value: 'Declined' } })
})

it('explains when the invitation was withdrawn meanwhile', async () => {
  const { user } = await editing()
  server.answers({
    'GET /api/v1/today': today(),
    [route]: () => {
      throw new Problem('invite_removed')
    },
  })
  await user.type(field(), 'Comes late{Enter}')
  expect(await screen.findByText('Error updating availability. The coach has withdrawn this invitation.')).toBeVisible()
})
