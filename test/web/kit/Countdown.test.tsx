import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Countdown } from '#web/kit/Countdown.tsx'

it('shows the end time while it is over an hour away, then counts down', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T18:00:00.000Z') })
  try {
    const over = vi.fn<() => void>()
    render(
      <Countdown until="2026-11-21T19:01:00.000Z" beforeLastHour="Until 1:01 PM" onExpired={over}>
        {(left) => left ?? 'over'}
      </Countdown>,
    )
    const said = () => screen.getByRole('timer').textContent
    expect(said()).toBe('Until 1:01 PM')
    await act(async () => void vi.advanceTimersByTime(60_000))
    expect(said()).toBe('60:00')
    expect(over).not.toHaveBeenCalled()
    await act(async () => void vi.advanceTimersByTime(3_600_000))
    expect([said(), over.mock.calls.length]).toEqual(['over', 1])
  } finally {
    vi.useRealTimers()
  }
})
