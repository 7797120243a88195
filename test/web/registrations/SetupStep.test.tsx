import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { startTexts } from '#web/i18n.ts'
import { advanceTime, type FakeAnswers, clockFrom, NoResponse, standInServer } from '../fakeServer.tsx'
import { AUTO_SAVE, DETAILS, details, openBuilder } from './builder.tsx'

const SAVE = 'POST /rest-api/registration/setup/{registrationId}'
const server = standInServer()
beforeEach(() => clockFrom(Date.now()))
afterAll(() => startTexts(['en-US']))
/** The delay of automatic saving after the last keystroke, in milliseconds. */
const pause = 800

const full = { ...details().setup, places: 20, waitingList: true, depositInCents: 2500 }
/** An open registration with 20 places and a waiting list with a deposit. */
const live = (changes: object = {}) => details({ registrationStatus: 'OPEN', setup: full, ...changes })

/** A mock server that saves changes based on the current revision; returns the state it ends with. */
function keeping(begins: ReturnType<typeof details>) {
  let stands = begins
  const keep = (body: unknown) => {
    const { revision, ...changes } = body as { revision: number }
    if (revision !== stands.revision) throw new Problem('conflict')
    stands = { ...stands, setup: { ...stands.setup, ...changes }, revision: revision + 1 }
    return stands
  }
  const autoSave = ({ body }: { body: unknown }) => {
    const { setup, revision } = keep(body)
    return { setup, revision }
  }
  const answers: FakeAnswers = {
    [DETAILS]: () => stands,
    [AUTO_SAVE]: autoSave,
    [SAVE]: ({ body }) => keep(body),
  }
  return { answers, autoSave, standing: () => stands, become: (next: typeof stands) => (stands = next) }
}

it('does not remove a public limit while it is being edited, and saves the new one', async () => {
  const kept = keeping(live())
  const { user } = openBuilder(server, kept.answers)
  const places = await screen.findByLabelText(/Total places/)
  await user.clear(places)
  await user.clear(screen.getByLabelText(/Waiting list deposit/))
  await user.type(screen.getByLabelText(/Description/), 'Spring')
  await advanceTime(pause)
  await waitFor(() => expect(kept.standing().setup.description).toBe('Spring'))
  expect(kept.standing().setup).toMatchObject({ places: 20, depositInCents: 2500 })
  await screen.findByText(/^Saved, except for the number you cleared:/)
  await user.type(places, '22')
  await user.tab()
  await advanceTime(pause)
  await waitFor(() => expect(kept.standing().setup.places).toBe(22))
  expect(server.asked(AUTO_SAVE).map(({ body }) => body)).not.toContainEqual(expect.objectContaining({ places: null }))
})

it('saves a public number only when its field loses focus', async () => {
  const kept = keeping(live())
  const { user } = openBuilder(server, kept.answers)
  const places = await screen.findByLabelText(/Total places/)
  await user.clear(places)
  await user.type(places, '1')
  await advanceTime(pause)
  await screen.findByText(/^Saved, except for the number you typed: families see it once you leave/)
  expect(server.asked(AUTO_SAVE)).toEqual([])
  await user.type(places, '5')
  await user.type(screen.getByLabelText(/Sibling discount/), '10')
  await advanceTime(pause)
  await waitFor(() => expect(kept.standing().setup.places).toBe(15))
  expect(kept.standing().setup.siblingDiscount).toBeNull()
  await user.tab()
  await advanceTime(pause)
  await waitFor(() => expect(kept.standing().setup.siblingDiscount).toEqual({ percent: 10 }))
  await screen.findByText('All changes are saved')
})

it('saves a public number on Enter', async () => {
  const kept = keeping(live())
  const { user } = openBuilder(server, kept.answers)
  const places = await screen.findByLabelText(/Total places/)
  await user.clear(places)
  await user.type(places, '15{Enter}')
  await waitFor(() => expect(kept.standing().setup.places).toBe(15))
})

it('asks before a public limit is removed', async () => {
  const kept = keeping(live())
  const { user } = openBuilder(server, kept.answers)
  await user.clear(await screen.findByLabelText(/Total places/))
  await user.click(screen.getByRole('button', { name: 'Save and continue' }))
  const ask = within(await screen.findByRole('dialog', { name: 'Save with the fields you cleared?' }))
  ask.getByText(/there is no limit any more/)
  await user.click(ask.getByRole('button', { name: 'Cancel' }))
  expect(kept.standing().setup.places).toBe(20)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Save and continue' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(kept.standing().setup.places).toBeNull())
  expect(kept.standing().setup.depositInCents).toBe(2500)
})

it('saves a draft while typing, including an empty limit', async () => {
  const kept = keeping(details({ setup: full }))
  const { user } = openBuilder(server, kept.answers)
  await user.clear(await screen.findByLabelText(/Total places/))
  await advanceTime(pause)
  await waitFor(() => expect(kept.standing().setup.places).toBeNull())
})

it('saves offline input when back online', async () => {
  const kept = keeping(details({ setup: full }))
  let isThere = false
  const { user } = openBuilder(server, {
    ...kept.answers,
    [AUTO_SAVE]: (asked) => {
      if (!isThere) throw new NoResponse()
      return kept.autoSave(asked)
    },
  })
  await user.type(await screen.findByLabelText(/Description/), 'Spring')
  await advanceTime(pause)
  await screen.findByText(/^Not saved: /)
  isThere = true
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(kept.standing().setup.description).toBe('Spring'))
  await waitFor(() => expect(screen.queryByText(/^Not saved: /)).toBeNull())
})

it('merges input with another user’s changes, and says so', async () => {
  const kept = keeping(details({ setup: full }))
  const { user } = openBuilder(server, kept.answers)
  await user.type(await screen.findByLabelText(/Description/), 'Spring')
  kept.become(details({ revision: 2, setup: { ...full, places: 25, siblingDiscount: { percent: 10 } } }))
  await user.click(screen.getByRole('button', { name: 'Save and continue' }))
  await screen.findByRole('tab', { name: '2. Tags', selected: true })
  expect(kept.standing().setup).toMatchObject({
    description: 'Spring',
    places: 25,
    depositInCents: 2500,
    siblingDiscount: { percent: 10 },
  })
})

it('does not revert another user’s changes without input', async () => {
  const kept = keeping(live())
  const { user } = openBuilder(server, kept.answers)
  await screen.findByLabelText(/Description/)
  kept.become(live({ revision: 2, setup: { ...full, places: 25 } }))
  await user.click(screen.getByRole('button', { name: 'Save and continue' }))
  await screen.findByRole('tab', { name: '2. Tags', selected: true })
  expect(kept.standing().setup.places).toBe(25)
})

it('translates the labels of the player’s name, but not the club’s questions', async () => {
  await startTexts(['es-MX'])
  openBuilder(server)
  expect((await screen.findAllByText(/^Apellido/)).length).toBeGreaterThan(0)
  expect(screen.queryByText(/^(First|Last) name/)).toBeNull()
  expect(screen.getAllByText(/^Shirt size/).length).toBeGreaterThan(0)
  await startTexts(['en-US'])
})

it('has the name first and the button to continue last', async () => {
  openBuilder(server, keeping(details()).answers)
  const button = await screen.findByRole('button', { name: 'Save and continue' })
  const name = screen.getByLabelText(/Name of the registration/)
  const options = screen.getByRole('heading', { name: 'Options and prices' })
  const questions = screen.getByRole('button', { name: 'Add question' })
  const follows = (one: Node, other: Node) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  expect([follows(name, options), follows(options, questions), follows(questions, button)]).toEqual([true, true, true])
})
