import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { chunk } from '#web/chunk.ts'
import { LazyPart } from '#web/kit/LazyPart.tsx'

it('a lazily loaded part is requested again after its loading failed', async () => {
  // React also logs errors caught by a boundary.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn<() => Promise<() => string>>().mockRejectedValueOnce(new Error('no signal'))
  load.mockResolvedValue(() => 'There')
  const Part = chunk<object>(load)
  function Opened() {
    const [open, setOpen] = useState(false)
    if (!open) return <button onClick={() => setOpen(true)}>Open</button>
    return (
      <LazyPart isNeeded fallback={null} onFailed={() => setOpen(false)}>
        <Part.Component />
      </LazyPart>
    )
  }
  await Part.prefetch()
  const user = userEvent.setup()
  render(<Opened />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await user.click(await screen.findByRole('button', { name: 'Open' }))
  expect(await screen.findByText('There')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(2)
})
