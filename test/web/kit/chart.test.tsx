import { waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Chart } from '#web/kit/Chart.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'

standInServer()
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('labels every bar of a horizontal bar chart, cutting long labels at the start', async () => {
  // Every element reports the size of the whole chart, so optional labels would be dropped as overlapping.
  const box = { x: 0, y: 0, top: 0, left: 0, width: 400, height: 300, right: 400, bottom: 300 }
  const none = () => undefined
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = none
      unobserve = none
      disconnect = none
    },
  )
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ ...box, toJSON: () => box })
  const names = ['/today', '/email', '/o/t/registrations/r/track/entries', '/academy', '/chat', '/tasks']
  const rows = names.map((name, i) => ({ name, values: { opened: 60 - i } }))
  const { container } = showScreen(
    <Chart
      kind="ranked"
      label="Opened"
      head="Screen"
      rows={rows}
      series={[{ key: 'opened', label: 'Opened' }]}
      format={String}
    />,
  )
  const shown = () =>
    [...container.querySelectorAll('.recharts-yAxis-tick-labels text')].map(({ textContent }) => textContent)
  await waitFor(() =>
    expect(shown()).toEqual(['/today', '/email', '…strations/r/track/entries', '/academy', '/chat', '/tasks']),
  )
})
