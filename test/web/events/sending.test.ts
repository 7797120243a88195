import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { InviteStatus } from '#shared/rules/invites.ts'
import { names } from '#web/session/stored.ts'
import { clearPersonalData } from '#web/session/tokens.ts'
import { deliver } from '#web/events/outbox/deliver.ts'
import { nextEntry } from '#web/events/outbox/entry.ts'
import { newId } from '#web/api/newPart.ts'
import { putEntry, readEntry, readOutbox } from '#web/events/outbox/outbox.ts'
import { startOutboxSync } from '#web/events/outbox/startOutboxSync.ts'
import { clockFrom, returnToTab, standInServer } from '../fakeServer.tsx'
import { card, invite } from '../people.ts'
import { answerServer, type Line } from './answerServer.ts'

const server = standInServer()
const userId = 'user-1'
const asked = invite('danley')
const { id } = asked
const mutate = vi.fn()
const sending = { userId, mutate }
const cache = new Map()

let kept: ReturnType<typeof answerServer>
beforeEach(() => {
  kept = answerServer(server, asked, invite('roshon', 'Accepted', 'Ill'))
})
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  mutate.mockReset()
})
const startSending = () => stops.push(startOutboxSync({ ...sending, cache: cache as never }))

const item = (of = asked) => ({ ...card(of), invite: of })
async function tap(status: InviteStatus, line: Line = 'up', note?: string, of = asked) {
  kept.state.line = line
  const entry = nextEntry(readEntry(userId, of.id), item(of), { status, ...(note !== undefined && { note }) }, newId())
  putEntry(userId, entry)
  return deliver(sending, entry)
}
const online = () => {
  kept.state.line = 'up'
  window.dispatchEvent(new Event('online'))
}
const none = () => vi.waitFor(() => expect(readOutbox(userId)).toEqual([]))
const statusOf = (of = id) => kept.of(of)?.status.value

type Step = [tap: InviteStatus, line: Line] | 'other says No' | 'removed'
/** The steps in order; the final answer, the number of requests that arrived, and the message to the user. */
const cases: [what: string, steps: Step[], stands: InviteStatus | undefined, arrived: number, told?: string][] = [
  ['one answer', [['Accepted', 'down']], 'Accepted', 1],
  [
    'two answers, of which only the last is sent',
    [
      ['Accepted', 'down'],
      ['Declined', 'down'],
    ],
    'Declined',
    1,
  ],
  ['one answer whose response was lost', [['Accepted', 'replies lost']], 'Accepted', 2],
  // Rejected as based on the state before the first answer, then sent based on the first one, which had been saved.
  [
    'a new answer after one whose response was lost',
    [
      ['Accepted', 'replies lost'],
      ['Declined', 'down'],
    ],
    'Declined',
    3,
  ],
  [
    'a new answer after two whose responses were lost',
    [
      ['Accepted', 'replies lost'],
      ['Declined', 'replies lost'],
      ['Accepted', 'down'],
    ],
    'Accepted',
    5,
  ],
  [
    'a withdrawn answer',
    [
      ['Accepted', 'down'],
      ['Pending', 'down'],
    ],
    'Pending',
    1,
  ],
  ['another user’s answer in between', [['Accepted', 'down'], 'other says No'], 'Declined', 1, 'answered_meanwhile'],
  [
    'another user’s answer after one whose response was lost',
    [['Accepted', 'replies lost'], 'other says No'],
    'Declined',
    2,
    'answered_meanwhile',
  ],
  [
    'another user’s answer between two own ones',
    [['Accepted', 'replies lost'], 'other says No', ['Accepted', 'down']],
    'Declined',
    3,
    'answered_meanwhile',
  ],
  ['an invite withdrawn by the coach', [['Accepted', 'down'], 'removed'], undefined, 1, 'invite_removed'],
]

describe('queued answers when back online', () => {
  it.each(cases)('end in the right state: %s', async (_, steps, stands, arrived, told) => {
    for (const step of steps) {
      if (step === 'removed') kept.remove(id)
      else if (step === 'other says No') kept.elsewhere(id, 'Declined')
      else expect(await tap(...step)).toBe('queued')
    }
    startSending()
    online()
    if (told) await vi.waitFor(() => expect(readEntry(userId, id)?.refused?.code).toBe(told))
    else await none()
    expect(statusOf()).toBe(stands)
    expect(kept.state.arrived).toHaveLength(arrived)
    if (told === 'answered_meanwhile') {
      expect(readEntry(userId, id)?.refused?.standing).toMatchObject({ id, status: { value: 'Declined' } })
    }
  })

  it('are sent once each, each based on the answer it replaces', async () => {
    const many = Array.from({ length: 20 }, (_, i) => ({ ...asked, id: `${id.slice(0, -2)}${10 + i}` }))
    kept = answerServer(server, ...many)
    for (const of of many) await tap('Accepted', 'down', undefined, of)
    expect(readOutbox(userId)).toHaveLength(20)
    startSending()
    online()
    await none()
    expect(kept.state.arrived.map(({ inviteId }) => inviteId).toSorted()).toEqual(many.map((each) => each.id))
    expect(new Set(kept.state.arrived.map(({ query }) => query['answerId'])).size).toBe(20)
    expect(kept.state.arrived.every(({ query }) => query['upon'] === 'unanswered')).toBe(true)
  })

  it('send a first attempt without the base, so that it replaces any answer', async () => {
    kept.elsewhere(id, 'Declined')
    expect(await tap('Accepted')).toBe('sent')
    expect(kept.state.arrived[0]?.query).not.toHaveProperty('upon')
    expect(statusOf()).toBe('Accepted')
  })

  it('are retried after server errors, without one blocking the others', async () => {
    clockFrom(Date.now())
    const other = invite('roshon')
    await tap('Accepted', 'down')
    await tap('Declined', 'down', undefined, other)
    startSending()
    kept.state.line = 'internal'
    window.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(server.calls.filter(({ key }) => key.includes('update'))).toHaveLength(4))
    kept.state.line = 'up'
    await vi.advanceTimersByTimeAsync(3000)
    await none()
    expect([statusOf(), statusOf(other.id)]).toEqual(['Accepted', 'Declined'])
  })

  it('report any other rejection as well', async () => {
    await tap('Accepted', 'down')
    startSending()
    kept.state.line = 'not_allowed'
    window.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(readEntry(userId, id)?.refused?.code).toBe('not_allowed'))
  })
})

describe('queued answers without an online event', () => {
  it('are retried with increasing delays', async () => {
    clockFrom(Date.now())
    await tap('Accepted', 'down')
    startSending()
    const tries = () => server.calls.filter(({ key }) => key.includes('update')).length
    await vi.waitFor(() => expect(tries()).toBe(2))
    for (const [wait, expected] of [
      [2100, 3],
      [4100, 4],
      [8100, 5],
      [8100, 5],
      [8000, 6],
    ] as const) {
      await vi.advanceTimersByTimeAsync(wait)
      await vi.waitFor(() => expect(tries()).toBe(expected))
    }
    kept.state.line = 'up'
    returnToTab()
    await none()
  })
  it('are retried also when given later than the start', async () => {
    clockFrom(Date.now())
    startSending()
    await tap('Accepted', 'down')
    kept.state.line = 'up'
    await vi.advanceTimersByTimeAsync(2100)
    await none()
    expect(statusOf()).toBe('Accepted')
  })
})

describe('the note of a queued answer', () => {
  const answered = invite('roshon', 'Accepted', 'Ill')
  it.each([
    ['is sent with its answer', [['Declined', 'Late']], 'Late'],
    ['is dropped when another answer replaces its own', [['Declined', 'Late'], ['Accepted']], null],
    ['is removed with the saved answer it belongs to', [['Declined']], null],
    ['is kept when the saved answer is given again', [['Accepted']], 'Ill'],
    ['is removed when the answer was withdrawn in between', [['Pending'], ['Accepted']], null],
    ['is removed when its answer is withdrawn', [['Declined', 'Late'], ['Pending']], null],
  ] as [string, [InviteStatus, string?][], string | null][])('%s', async (_, taps, note) => {
    for (const [status, text] of taps) await tap(status, 'down', text, answered)
    startSending()
    online()
    await none()
    expect(kept.of(answered.id)).toMatchObject({ status: { value: taps.at(-1)?.[0] }, note })
    expect(kept.state.arrived).toHaveLength(1)
  })
})

describe('signing out', () => {
  it('drops queued answers, and pending requests do not restore them', async () => {
    await tap('Accepted', 'down')
    startSending()
    clearPersonalData()
    online()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(kept.state.arrived).toEqual([])
    expect(Object.keys(localStorage)).toEqual([names.config])
  })
  it('does not send one user’s answers as another’s', async () => {
    await tap('Accepted', 'down')
    const [mine] = readOutbox(userId)
    expect(readOutbox('user-2')).toEqual([])
    expect(mine && (await deliver({ userId: 'user-2', mutate }, mine, true))).toBe('replaced')
    expect(kept.state.arrived).toEqual([])
  })
})

describe('answers stored on the device', () => {
  it.each(['', '{', 'null', '7', '{"item":{}}'])('are ignored when invalid: %j', (text) => {
    localStorage.setItem(`${names.personal}${userId}.answer.x`, text)
    expect(readOutbox(userId)).toEqual([])
  })
  it('are kept in memory while the storage is full', async () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await tap('Accepted', 'down')
    expect(readOutbox(userId)).toHaveLength(1)
    full.mockRestore()
    startSending()
    online()
    await none()
    expect(statusOf()).toBe('Accepted')
  })
})

describe('two tabs', () => {
  /** As in a browser: locks shared by all tabs of an origin. */
  const locks = () => {
    const turns = new Map<string, Promise<unknown>>()
    return {
      request: (name: string, work: () => Promise<unknown>) => {
        const turn = (turns.get(name) ?? Promise.resolve()).then(work)
        turns.set(
          name,
          turn.catch(() => undefined),
        )
        return turn
      },
    }
  }
  const anotherTab = async () => {
    vi.resetModules()
    const { startOutboxSync } = await import('#web/events/outbox/startOutboxSync.ts')
    stops.push(startOutboxSync({ ...sending, cache: cache as never }))
  }
  afterEach(() => Reflect.deleteProperty(navigator, 'locks'))

  it('send each answer once', async () => {
    Object.defineProperty(navigator, 'locks', { value: locks(), configurable: true })
    await tap('Accepted', 'down')
    await tap('Declined', 'down', undefined, invite('roshon'))
    startSending()
    await anotherTab()
    online()
    await none()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(kept.state.arrived).toHaveLength(2)
  })
  it('may send an answer twice without locks, with the same id', async () => {
    await tap('Accepted', 'down')
    startSending()
    await anotherTab()
    online()
    await none()
    expect(new Set(kept.state.arrived.map(({ query }) => query['answerId'])).size).toBe(1)
    expect(statusOf()).toBe('Accepted')
  })
  it('refresh the data in the tab that did not send', async () => {
    await tap('Accepted', 'down')
    startSending()
    await vi.waitFor(() => expect(server.calls.length).toBeGreaterThan(1))
    mutate.mockReset()
    const key = `${names.personal}${userId}.answer.${id}`
    localStorage.removeItem(key)
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }))
    // Today and the coming events.
    expect(mutate).toHaveBeenCalledTimes(2)
  })
})
