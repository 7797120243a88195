import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { WalkthroughName } from '#shared/rules/walkthroughs.ts'
import { offerWalkthroughs } from '#web/walkthrough/offer.ts'
import { standInServer } from '../fakeServer.tsx'

const READ = 'GET /rest-api/users/feature-walkthrough'
const NOTE = 'POST /rest-api/users/update-feature-walkthrough'
const server = standInServer()
const noted = () => server.asked(NOTE).map(({ query }) => [query['walkthroughId'], query['isCompleted']])

/** The state on the server, which counts as the real one does. */
let known: Record<WalkthroughName, { completed: boolean; closeCount: number }>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  known = { coachNav: { completed: false, closeCount: 0 }, coachTeam: { completed: false, closeCount: 0 } }
  const named = (name: string | undefined) => name as WalkthroughName
  server.answers({
    [READ]: ({ query }) => ({ name: named(query['walkthroughId']), ...known[named(query['walkthroughId'])] }),
    [NOTE]: ({ query }) => {
      const progress = known[named(query['walkthroughId'])]
      if (query['isCompleted'] === 'true') progress.completed = true
      else progress.closeCount += 1
      return { name: named(query['walkthroughId']), ...progress }
    },
  })
})

/** Offers the tours on a page that is ready; `ends` says how each of them ends. */
function offering({
  ends = { coachNav: true, coachTeam: true },
  isReady = () => true,
  load = async () => true,
  asked = false,
}: {
  ends?: Partial<Record<WalkthroughName, boolean>>
  isReady?: () => boolean
  load?: () => Promise<boolean>
  asked?: boolean
} = {}) {
  const shown: WalkthroughName[] = []
  const leaving = new AbortController()
  const done = offerWalkthroughs({
    isReady,
    load,
    isRequested: asked,
    signal: leaving.signal,
    show: async (name) => {
      shown.push(name)
      return ends[name] ?? false
    },
  })
  return { shown, leave: () => leaving.abort(), done }
}

describe('the order of the tours', () => {
  test('is the navigation, then the team once that is completed', async () => {
    const { shown, done } = offering()
    await done
    expect(shown).toEqual(['coachNav', 'coachTeam'])
    expect(noted()).toEqual([
      ['coachNav', 'true'],
      ['coachTeam', 'true'],
    ])
  })
  test('continues with the team when the navigation was completed before', async () => {
    known.coachNav = { completed: true, closeCount: 2 }
    const { shown, done } = offering()
    await done
    expect(shown).toEqual(['coachTeam'])
  })
  test('ends with the navigation when that is closed, which is counted once', async () => {
    const { shown, done } = offering({ ends: { coachNav: false } })
    await done
    expect(shown).toEqual(['coachNav'])
    expect(noted()).toEqual([['coachNav', 'false']])
    expect(known.coachNav).toEqual({ completed: false, closeCount: 1 })
  })
})

describe('the limit of closings', () => {
  test.each([
    [0, ['coachNav']],
    [3, ['coachNav']],
    [4, []],
  ])('closed %i times before, shows %j', async (closeCount, expected) => {
    known.coachNav.closeCount = closeCount
    const { shown, done } = offering({ ends: { coachNav: false } })
    await done
    expect(shown).toEqual(expected)
  })
  test('applies to the team’s tour as well', async () => {
    known = { coachNav: { completed: true, closeCount: 0 }, coachTeam: { completed: false, closeCount: 4 } }
    const { shown, done } = offering()
    await done
    expect(shown).toEqual([])
  })
  test('never repeats a completed tour', async () => {
    known = { coachNav: { completed: true, closeCount: 0 }, coachTeam: { completed: true, closeCount: 0 } }
    const { shown, done } = offering()
    await done
    expect([shown, noted()]).toEqual([[], []])
  })
  test('does not apply on request, which does not read the state', async () => {
    known = { coachNav: { completed: true, closeCount: 9 }, coachTeam: { completed: true, closeCount: 9 } }
    const { shown, done } = offering({ asked: true })
    await done
    expect(shown).toEqual(['coachNav', 'coachTeam'])
    expect(server.asked(READ)).toEqual([])
  })
})

describe('a page that is still loading', () => {
  test('is checked every 2000 ms, without requests meanwhile', async () => {
    let ready = false
    const isReady = vi.fn<() => boolean>(() => ready)
    const { shown, done } = offering({ isReady, ends: { coachNav: false } })
    expect(isReady).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1999)
    expect(isReady).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(isReady).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(6000)
    expect(isReady).toHaveBeenCalledTimes(5)
    expect([shown, server.calls]).toEqual([[], []])
    ready = true
    await vi.advanceTimersByTimeAsync(2000)
    await done
    expect(shown).toEqual(['coachNav'])
  })
  test('that is no longer ready after the request is waited for again', async () => {
    const answers = [true, false, false, true, true]
    const { shown, done } = offering({ isReady: () => answers.shift() ?? true, ends: { coachNav: false } })
    await vi.waitFor(() => expect(server.asked(READ)).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(2000)
    await vi.advanceTimersByTimeAsync(2000)
    await done
    expect(shown).toEqual(['coachNav'])
    expect(noted()).toHaveLength(1)
  })
  test('that is no longer ready after loading the tour is waited for again', async () => {
    let ready = true
    const fetched = Promise.withResolvers<boolean>()
    const { shown, done } = offering({ isReady: () => ready, load: () => fetched.promise, ends: { coachNav: false } })
    await vi.waitFor(() => expect(server.asked(READ)).toHaveLength(1))
    ready = false
    fetched.resolve(true)
    await vi.advanceTimersByTimeAsync(2000)
    expect(shown).toEqual([])
    ready = true
    await vi.advanceTimersByTimeAsync(2000)
    await done
    expect(shown).toEqual(['coachNav'])
  })
  test('is not checked any more once it is left', async () => {
    const isReady = vi.fn<() => boolean>(() => false)
    const { shown, leave, done } = offering({ isReady })
    await vi.advanceTimersByTimeAsync(2000)
    leave()
    await done
    await vi.advanceTimersByTimeAsync(6000)
    expect(isReady).toHaveBeenCalledTimes(2)
    expect(shown).toEqual([])
  })
})

describe('an error', () => {
  test('when reading the state postpones the tour to the next visit', async () => {
    server.answers({
      [READ]: () => {
        throw new Problem('internal')
      },
    })
    const { shown, done } = offering()
    await done
    expect(shown).toEqual([])
  })
  test('when saving the end shows no other tour', async () => {
    server.answers({
      [NOTE]: () => {
        throw new Problem('internal')
      },
    })
    const { shown, done } = offering()
    await done
    expect(shown).toEqual(['coachNav'])
  })
  test('when loading the tour is not counted', async () => {
    const { shown, done } = offering({ load: async () => false })
    await done
    expect([shown, noted()]).toEqual([[], []])
  })
})

describe('two tabs', () => {
  test('do not show a tour at once; the second sees that it was completed in the first', async () => {
    let held = false
    vi.stubGlobal('navigator', {
      ...navigator,
      locks: {
        request: async (_name: string, _options: object, work: (lock: object | null) => Promise<unknown>) => {
          if (held) return work(null)
          held = true
          return work({}).finally(() => {
            held = false
          })
        },
      },
    })
    known.coachTeam.completed = true
    const seen = Promise.withResolvers<boolean>()
    const first = vi.fn<() => Promise<boolean>>(() => seen.promise)
    const second = vi.fn<() => Promise<boolean>>(async () => true)
    const tab = (show: () => Promise<boolean>) =>
      offerWalkthroughs({
        isReady: () => true,
        load: async () => true,
        isRequested: false,
        signal: new AbortController().signal,
        show,
      })
    const one = tab(first)
    await vi.waitFor(() => expect(first).toHaveBeenCalledTimes(1))
    const two = tab(second)
    await vi.advanceTimersByTimeAsync(6000)
    expect(second).not.toHaveBeenCalled()
    seen.resolve(true)
    await one
    await vi.advanceTimersByTimeAsync(2000)
    await two
    expect(second).not.toHaveBeenCalled()
    expect(noted()).toEqual([['coachNav', 'true']])
  })
})
