import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { Problem, type ProblemCode } from '#shared/problems.ts'
import { type ApiProblem, useApi } from '#web/api.ts'
import { readNotice, setSubscriptionNotice } from '#web/shell/subscriptionNotice.ts'
import { change, useSave } from '#web/shell/useSave.ts'
import { setNavigate } from '#web/shell/navigateOutside.ts'
import { NoResponse, showScreen, standInServer } from './fakeServer.tsx'
import { organizationId, profile, teamId } from './people.ts'

const server = standInServer()
const SAVE = 'PUT /rest-api/session/profile'
const READ = 'GET /rest-api/users/profile'
type Saving = Parameters<typeof useSave<typeof SAVE>>[1]

function Screen({ saving }: { saving: Saving }) {
  const { data } = useApi(READ, {})
  const { save, saving: running } = useSave(SAVE, saving)
  const [thrown, setThrown] = useState<string>()
  const send = () =>
    void save({ body: { firstName: 'Bea', lastName: 'X' } }).catch((problem: ApiProblem) => setThrown(problem.code))
  return (
    <>
      <h1>{data?.firstName}</h1>
      <button type="button" aria-busy={running} onClick={send}>
        Save
      </button>
      <p>thrown: {thrown}</p>
    </>
  )
}
const atOnce: Saving = {
  optimistic: ({ body }) => [
    change(READ, {}, (known, saved: unknown) => ({ ...known, ...body, ...(saved as object) })),
  ],
}
const name = () => screen.getByRole('heading').textContent
async function open(saving: Saving) {
  server.answers({ [READ]: profile('Ann', 'X') })
  const { user } = showScreen(<Screen saving={saving} />)
  await waitFor(() => expect(name()).toBe('Ann'))
  return { user, save: () => user.click(screen.getByRole('button', { name: 'Save' })) }
}

describe('saving', () => {
  test('updates optimistically, then shows the server’s response', async () => {
    const answer = Promise.withResolvers<void>()
    const { save } = await open({ ...atOnce, saved: 'Saved successfully' })
    server.answers({
      [SAVE]: async () => {
        await answer.promise
        return profile('Beatrice', 'X')
      },
    })
    await save()
    expect(name()).toBe('Bea')
    expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-busy', 'true')
    answer.resolve()
    await waitFor(() => expect(name()).toBe('Beatrice'))
    await screen.findByText('Saved successfully')
    expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-busy', 'false')
  })

  test('rolls back on failure, shows an error and can be retried', async () => {
    const { user, save } = await open({ ...atOnce, saved: 'Saved successfully', failed: 'save failed' })
    server.answers({
      [SAVE]: () => {
        throw new NoResponse()
      },
    })
    await save()
    expect((await screen.findByText('save failed')).closest('[role="alert"]')).not.toBeNull()
    expect(name()).toBe('Ann')
    server.answers({ [SAVE]: profile('Bea', 'X') })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Saved successfully')
    expect(name()).toBe('Bea')
  })

  test.each<[ProblemCode, string]>([
    ['fee_settled', 'Nothing is owed on this fee any more.'],
    ['conflict', 'Someone changed this at the same time. Please try again.'],
    ['not_found', 'We could not find that.'],
    ['not_a_picture', 'We cannot show this file as a picture. Please choose a photo.'],
    ['internal', 'save failed'],
    ['busy', 'save failed'],
    ['bad_request', 'save failed'],
  ])('on failure with %s shows the server’s reason where it has one: %s', async (code, said) => {
    const { save } = await open({ failed: 'save failed' })
    server.answers({
      [SAVE]: () => {
        throw new Problem(code)
      },
    })
    await save()
    expect((await screen.findByText(said)).closest('[role="alert"]')).not.toBeNull()
  })

  test('when rejected with 403 stays on the screen and offers no retry', async () => {
    let left = ''
    setNavigate((to) => (left = to))
    const { save } = await open({ failed: ({ message }) => `save failed: ${message}` })
    server.answers({
      [SAVE]: () => {
        throw new Problem('not_allowed')
      },
    })
    await save()
    await screen.findByText('save failed: Forbidden')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(left).toBe('')
  })

  test('when rejected with 403 refreshes the rights, unless an open form would be lost', async () => {
    const asked = () => server.asked(READ).length
    const refuse = () =>
      server.answers({
        [SAVE]: () => {
          throw new Problem('not_allowed')
        },
      })
    const first = await open({ failed: 'save failed', refreshes: [READ] })
    refuse()
    const before = asked()
    await first.save()
    await waitFor(() => expect(asked()).toBe(before + 1))
    cleanup()
    const form = await open({ refreshes: [READ] })
    refuse()
    const opened = asked()
    await form.save()
    await screen.findByText('thrown: not_allowed')
    expect(asked()).toBe(opened)
  })

  test('without a message for failures throws the error for a form to show', async () => {
    const { save } = await open({})
    server.answers({
      [SAVE]: () => {
        throw new Problem('conflict')
      },
    })
    await save()
    await screen.findByText('thrown: conflict')
    expect(screen.queryByRole('alert')?.textContent).toBe('')
  })

  test('offers undo', async () => {
    let undone: unknown
    const { user, save } = await open({ saved: 'Saved successfully', undo: (_, input) => (undone = input) })
    server.answers({ [SAVE]: profile('Bea', 'X') })
    await save()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(undone).toEqual({ body: { firstName: 'Bea', lastName: 'X' } })
  })

  test('revalidates dependent reads', async () => {
    const { save } = await open({ refreshes: [READ] })
    server.answers({ [SAVE]: profile('Bea', 'X'), [READ]: profile('Bea', 'X') })
    await save()
    await waitFor(() => expect(name()).toBe('Bea'))
    await act(async () => undefined)
    expect(server.asked(READ)).toHaveLength(2)
  })
})

test('a write rejected for an expired subscription reopens the banner with the server’s message', async () => {
  setSubscriptionNotice(organizationId, false)
  const ARCHIVE = 'POST /o/{orgUnitId}/archive'
  server.answers({
    [ARCHIVE]: () => {
      throw new Problem('limited_functionality')
    },
  })
  function Archiving() {
    const { save } = useSave(ARCHIVE, { failed: 'save failed' })
    return (
      <button type="button" onClick={() => void save({ orgUnitId: teamId })}>
        Archive
      </button>
    )
  }
  const { user } = showScreen(<Archiving />)
  await user.click(screen.getByRole('button', { name: 'Archive' }))
  await screen.findByText(/^There is an issue with your subscription\. Until/)
  expect(readNotice(organizationId)).toMatchObject({
    closed: false,
    reason: {
      code: 'limited_functionality',
      message:
        'There is an issue with your subscription. Until it is renewed, you can view everything but not add anything.',
    },
  })
})
