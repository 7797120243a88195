import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { useApi } from '#web/api.ts'
import { useApiPages } from '#web/api/useApiPages.ts'
import { Loaded } from '#web/shell/Loaded.tsx'
import { NoResponse, showScreen, standInServer } from './fakeServer.tsx'
import { event, playersAndTeams, teamId } from './people.ts'

const server = standInServer()
const READ = 'GET /api/v1/playersAndTeams'
const player = { id: 'o0000000000a.p0000000000a', name: 'Mia', orgUnits: [] }

function Screen() {
  const read = useApi(READ, {}, { handles: ['failures'] })
  return (
    <>
      <Loaded
        read={read}
        skeleton={<p>Loading players</p>}
        empty={{ when: ({ players }) => players.length === 0, show: <p>No players yet</p> }}
        failed="Your players could not be loaded."
      >
        {({ players }) => <p>{players.map(({ name }) => name).join()}</p>}
      </Loaded>
      <button type="button" onClick={() => void read.mutate()}>
        Read
      </button>
    </>
  )
}
const failing = (failure: () => Error) =>
  server.answers({
    [READ]: () => {
      throw failure()
    },
  })

describe('a read on a screen', () => {
  test('shows its placeholder, then its data', async () => {
    server.answers({ [READ]: playersAndTeams({ players: [player] }) })
    showScreen(<Screen />)
    expect(screen.getByText('Loading players')).toBeVisible()
    await screen.findByText('Mia')
    expect(screen.queryByText('Loading players')).toBeNull()
  })
  test('shows an empty state', async () => {
    server.answers({ [READ]: playersAndTeams() })
    showScreen(<Screen />)
    expect(await screen.findByText('No players yet')).toBeVisible()
  })
  test('shows what failed and why, and can be retried', async () => {
    failing(() => new Problem('internal'))
    const { user } = showScreen(<Screen />)
    const told = await screen.findByText('Your players could not be loaded.')
    expect(told.closest('[role="alert"]')?.textContent).toContain('Something went wrong on our side.')
    server.answers({ [READ]: playersAndTeams({ players: [player] }) })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Mia')
  })
  test('moves the focus to the screen’s heading after a retry, as the button is gone', async () => {
    failing(() => new Problem('internal'))
    const { user } = showScreen(
      <main>
        <h1 tabIndex={-1}>Players</h1>
        <Screen />
      </main>,
    )
    await screen.findByText('Your players could not be loaded.')
    server.answers({ [READ]: playersAndTeams({ players: [player] }) })
    await user.tab()
    await user.keyboard('{Enter}')
    await screen.findByText('Mia')
    expect(screen.getByRole('heading', { name: 'Players' })).toHaveFocus()
  })
  test('has no retry while acting on behalf of a user, where it would be rejected again', async () => {
    failing(() => new Problem('only_themselves'))
    showScreen(<Screen />)
    expect(await screen.findByText(/nobody can do it on their behalf/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
  test('keeps its data, with a line above it, when a refresh fails', async () => {
    server.answers({ [READ]: playersAndTeams({ players: [player] }) })
    const { user } = showScreen(<Screen />)
    await screen.findByText('Mia')
    failing(() => new NoResponse())
    await user.click(screen.getByRole('button', { name: 'Read' }))
    await screen.findByText('This could not be refreshed and may be out of date.')
    expect(screen.getByText('Mia')).toBeVisible()
    expect(screen.queryByText('Your players could not be loaded.')).toBeNull()
  })
})

describe('a paginated list', () => {
  const MONTH = 'GET /api/v1/teamEventsByMonth/{orgUnitId}'
  const { location, ...rest } = event()
  const named = (name: string) => ({ ...rest, location, id: `${teamId}.e0000000000${name}`, name })
  function Month() {
    const { data, more, readingMore, error } = useApiPages(
      MONTH,
      { orgUnitId: teamId, query: { start: '2026-11-01', end: '2026-12-01' } },
      { handles: ['failures'] },
    )
    return (
      <>
        <p>{data?.flatMap(({ events }) => events.map((each) => each.name)).join(' ')}</p>
        {error && <p>failed: {error.code}</p>}
        {more && (
          <button type="button" aria-busy={readingMore} onClick={more}>
            More
          </button>
        )}
      </>
    )
  }
  const pages: Record<string, { events: ReturnType<typeof named>[]; cursor: string | null }> = {
    first: { events: [named('a')], cursor: 'second' },
    second: { events: [named('b')], cursor: 'third' },
    third: { events: [named('c')], cursor: null },
  }
  const answerPages = () => server.answers({ [MONTH]: ({ query }) => pages[query['cursor'] ?? 'first'] as never })

  test('reads the next page on request', async () => {
    answerPages()
    const { user } = showScreen(<Month />)
    await screen.findByText('a')
    await user.click(screen.getByRole('button', { name: 'More' }))
    await screen.findByText('a b')
    await user.click(screen.getByRole('button', { name: 'More' }))
    await screen.findByText('a b c')
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
  })
  test('retries a page that failed', async () => {
    answerPages()
    const { user } = showScreen(<Month />)
    await screen.findByText('a')
    server.answers({
      [MONTH]: ({ query }) => {
        if (query['cursor'] === 'second') throw new NoResponse()
        return pages['first'] as never
      },
    })
    await user.click(screen.getByRole('button', { name: 'More' }))
    await screen.findByText('failed: offline')
    expect(screen.getByText('a')).toBeVisible()
    answerPages()
    await user.click(screen.getByRole('button', { name: 'More' }))
    await screen.findByText('a b')
    await waitFor(() => expect(screen.queryByText(/failed/)).toBeNull())
  })
})
