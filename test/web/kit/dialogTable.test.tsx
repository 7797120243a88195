import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '#web/i18n.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { Table } from '#web/kit/Table.tsx'

/** The visible height of the dialog, and the height of its content above the rows. */
const [height, above] = [600, 500]
const watching = new Map<Element, () => void>()
/** Reports the height of the dialog's body, as jsdom has no layout. */
class Heights implements ResizeObserver {
  #tell: ResizeObserverCallback
  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell
  }
  observe(target: Element) {
    if (!target.matches('.body:not(tbody)')) return
    const contentRect = { width: 900, height }
    watching.set(target, () => this.#tell([{ target, contentRect } as unknown as ResizeObserverEntry], this))
  }
  unobserve() {}
  disconnect() {}
}

beforeAll(() => startTexts(['en-US']))
beforeEach(() => {
  watching.clear()
  vi.stubGlobal('ResizeObserver', Heights)
})
afterEach(() => vi.unstubAllGlobals())

const rows = Array.from({ length: 150 }, (_, i) => ({ id: String(i), name: `Player ${i + 1}` }))
const columns = [{ key: 'name', head: 'Name', cell: ({ name }: { name: string }) => name }]

test.each([
  ['a laptop', false, 'rowheader'],
  ['a phone', true, 'listitem'],
])('a long table in a dialog on %s renders rows as it is scrolled, down to the last one', async (_, isNarrow, role) => {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media.includes('reduced-motion') || (media.includes('width') && media.includes('max-') === isNarrow),
    }),
  )
  // The rows' position moves with the dialog's scroll offset.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function place(this: Element) {
    const body = this.closest('[role="dialog"] .body:not(tbody)')
    return new DOMRect(0, this === body || !body ? 100 : 100 + above - body.scrollTop)
  })
  render(
    <MemoryRouter>
      <Dialog opened close={() => undefined} title="Log" shape="page">
        <Table
          label="Players"
          rows={rows}
          columns={columns}
          keyOf={({ id }) => id}
          nameOf={({ name }: { name: string }) => name}
        />
      </Dialog>
    </MemoryRouter>,
  )
  await screen.findByText('Player 1')
  const shown = () => screen.getAllByRole(role, { hidden: true }).map(({ textContent }) => textContent)
  const [body] = watching.keys()
  if (!body) throw new Error('Nothing observes the height of the dialog.')
  act(() => watching.get(body)?.())
  const scrollTo = (top: number) => {
    body.scrollTop = top
    act(() => void fireEvent.scroll(body))
  }
  scrollTo(100)
  // The rows have about 100 of the visible 600 px, and some more are rendered ahead; without content above it would be
  // twice as many.
  expect(shown()[0]).toBe('Player 1')
  expect(shown().length).toBeLessThan(13)
  scrollTo(above + 150 * 40 - height)
  expect(shown().at(-1)).toBe('Player 150')
  expect(shown()).not.toContain('Player 1')
})
