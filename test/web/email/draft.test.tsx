import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { useDraft } from '#web/email/useDraft.ts'
import { clockFrom, standInServer } from '../fakeServer.tsx'
import { teamId } from '../people.ts'

const server = standInServer()
const KEEP = 'PUT /rest-api/mail/email/{emailId}'
const emailId = `${teamId}.m0000000000a`
const words = (text: string) => ({
  type: 'doc' as const,
  content: [{ type: 'paragraph', content: text === '' ? [] : [{ type: 'text', text }] }],
})
const written = (subject: string) => ({ subject, content: words(subject), to: { teamIds: [teamId] }, fileIds: [] })

function begin() {
  clockFrom(Date.now())
  const begun = written('')
  const hook = renderHook(
    (now: ReturnType<typeof written>) =>
      useDraft(emailId, now, {
        initialDraft: begun,
        isNew: true,
        paused: false,
        revision: undefined,
        onRevision: () => undefined,
      }),
    { initialProps: begun },
  )
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  return { ...hook, wait, state: () => hook.result.current.state }
}
const subjects = () => server.asked(KEEP).map(({ body }) => (body as { subject: string }).subject)

it('retries saving after an error', async () => {
  let isBusy = true
  server.answers({
    [KEEP]: () => {
      if (isBusy) throw new Problem('busy')
      return { state: 'draft', time: '2026-11-21T18:00:00Z', revision: 1 }
    },
  })
  const { rerender, wait, state } = begin()
  rerender(written('Rain'))
  await wait(1600)
  await waitFor(() => expect(state()).toBe('failed'))
  isBusy = false
  await wait(3100)
  await waitFor(() => expect(state()).toBe('saved'))
  expect(subjects()).toEqual(['Rain', 'Rain'])
})

it.each([429, 408])('retries saving after a status %i from the gateway', async (status) => {
  server.answers({ [KEEP]: { state: 'draft', time: '2026-11-21T18:00:00Z', revision: 1 } })
  const throttled = vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response('{"message":"No"}', { status }))
  const { rerender, wait, state } = begin()
  rerender(written('Rain'))
  await wait(1600)
  await waitFor(() => expect(state()).toBe('failed'))
  await wait(3100)
  await waitFor(() => expect(state()).toBe('saved'))
  expect(subjects()).toEqual(['Rain'])
  throttled.mockRestore()
})

it('stops saving a draft that was sent in another tab', async () => {
  server.answers({
    [KEEP]: () => {
      throw new Problem('email_sent')
    },
  })
  const { rerender, wait, state } = begin()
  rerender(written('Rain'))
  await wait(1600)
  await waitFor(() => expect(state()).toBe('sent'))
  await wait(60_000)
  expect(subjects()).toEqual(['Rain'])
})

it('stops saving when the recipients are not allowed, and retries after a change', async () => {
  server.answers({
    [KEEP]: () => {
      throw new Problem('not_allowed')
    },
  })
  const { rerender, wait, state } = begin()
  rerender(written('Rain'))
  await wait(1600)
  await waitFor(() => expect(state()).toBe('notAllowed'))
  await wait(60_000)
  expect(subjects()).toEqual(['Rain'])
  rerender(written('Rain again'))
  await wait(1600)
  await waitFor(() => expect(subjects()).toEqual(['Rain', 'Rain again']))
})

it('saves a draft that was emptied, but none that was never written', async () => {
  server.answers({ [KEEP]: { state: 'draft', time: '2026-11-21T18:00:00Z', revision: 1 } })
  const { rerender, wait, state } = begin()
  await wait(1600)
  expect(subjects()).toEqual([])
  rerender(written('Rain'))
  await wait(1600)
  await waitFor(() => expect(state()).toBe('saved'))
  rerender(written(''))
  await wait(1600)
  await waitFor(() => expect(subjects()).toEqual(['Rain', '']))
})

it('does not overwrite another tab’s version until the author confirms', async () => {
  let stands = 0
  server.answers({
    [KEEP]: ({ body }) => {
      const { revision } = body as { revision?: number }
      if (revision !== undefined && revision !== stands) throw new Problem('conflict')
      return { state: 'draft', time: '2026-11-21T18:00:00Z', revision: ++stands }
    },
  })
  const { rerender, wait, state, result } = begin()
  rerender(written('Rain'))
  await wait(1600)
  await waitFor(() => expect(state()).toBe('saved'))
  stands++
  rerender(written('Rain, so indoors'))
  await wait(1600)
  await waitFor(() => expect(state()).toBe('changed'))
  rerender(written('Rain, so indoors at five'))
  await wait(60_000)
  expect(server.asked(KEEP)).toHaveLength(2)
  act(() => result.current.keepMine())
  await wait(1600)
  await waitFor(() => expect(state()).toBe('saved'))
  rerender(written('Rain, so indoors at six'))
  await wait(1600)
  await waitFor(() =>
    expect(server.asked(KEEP).map(({ body }) => (body as { revision?: number }).revision)).toEqual([
      undefined,
      1,
      undefined,
      3,
    ]),
  )
  act(() => result.current.meetChange())
  act(() => result.current.keepMine())
  await wait(1600)
  await waitFor(() => expect(subjects()).toHaveLength(5))
})

it('after a lost response first resends the same version', async () => {
  let isLost = true
  server.answers({
    [KEEP]: () => {
      if (isLost) throw new Problem('busy')
      return { state: 'draft', time: '2026-11-21T18:00:00Z', revision: 1 }
    },
  })
  const { rerender, wait, state } = begin()
  rerender(written('Rain'))
  await wait(1600)
  await waitFor(() => expect(state()).toBe('failed'))
  isLost = false
  rerender(written('Sun'))
  await wait(3100)
  await waitFor(() => expect(state()).toBe('saved'))
  expect(subjects()).toEqual(['Rain', 'Rain', 'Sun'])
})
