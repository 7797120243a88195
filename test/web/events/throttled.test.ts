import { afterEach, expect, it, vi } from 'vitest'
import { deliver } from '#web/events/outbox/deliver.ts'
import { nextEntry, toRequeued } from '#web/events/outbox/entry.ts'
import { putEntry, readEntry, readOutbox } from '#web/events/outbox/outbox.ts'
import { standInServer } from '../fakeServer.tsx'
import { card, invite } from '../people.ts'
import { answerServer } from './answerServer.ts'

const server = standInServer()
const asked = invite('danley')
const sender = { userId: 'user-1', mutate: vi.fn() }
afterEach(() => vi.restoreAllMocks())

it.each([429, 408])('a queued answer stays queued after a status %i from the gateway', async (status) => {
  const kept = answerServer(server, asked)
  const entry = toRequeued(nextEntry(undefined, { ...card(asked), invite: asked }, { status: 'Accepted' }, 'own-1'))
  putEntry('user-1', entry)
  const throttled = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{"message":"No"}', { status }))
  expect(await deliver(sender, entry, true)).toBe('busy')
  expect(readEntry('user-1', asked.id)).not.toHaveProperty('refused')
  throttled.mockRestore()
  expect(await deliver(sender, entry, true)).toBe('sent')
  expect([readOutbox('user-1'), kept.of(asked.id)?.status.value]).toEqual([[], 'Accepted'])
})
