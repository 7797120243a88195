import { expect, it, vi } from 'vitest'
import { saveScroll, toPageKey, restoreScroll } from '#web/shell/scroll.ts'

it('does not reuse the scroll position of another first page in the tab, and restores it on reload', () => {
  const scrollTo = vi.fn<(x: number, y: number) => void>()
  vi.stubGlobal('scrollTo', scrollTo)
  vi.stubGlobal('scrollY', 745)
  // The first page of each visit has the same history key.
  const first = (pathname: string) => toPageKey({ key: 'default', pathname })
  saveScroll(first('/calendar/event/one'))
  restoreScroll(first('/calendar/event/two'))()
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0)
  restoreScroll(first('/calendar/event/one'))()
  expect(scrollTo).toHaveBeenLastCalledWith(0, 745)
  expect(first('/family/nora')).toMatch(/^default\w+$/)
  expect(first('/family/nora')).not.toContain('nora')
})
