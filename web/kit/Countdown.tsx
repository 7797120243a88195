import { type ReactNode, useEffect, useState } from 'react'
import { serverTime } from '../api/serverClock.ts'

/** How often `onExpired` is polled once the time is up, in milliseconds: what has expired is released within a minute. */
const pollInterval = 20_000

/** Counts down from this many seconds before the end. */
const lastHour = 3600

type Props = {
  until: string
  /** Shown while more than an hour is left: the time at which it ends, since seconds would not help there. */
  beforeLastHour: ReactNode
  /** Called when the time is up, and then repeatedly for as long as the countdown is mounted. */
  onExpired: () => unknown
  /** Shown in the last hour, with the time left as `14:59`; undefined once it is over. */
  children: (timeLeft: string | undefined) => ReactNode
}
/**
 * How long something is held: when it ends, and in the last hour minutes and seconds, by the server's clock. The
 * end is announced.
 */
export function Countdown({ until, beforeLastHour, onExpired, children }: Props) {
  const [now, setNow] = useState(serverTime)
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now) / 1000))
  const isOver = seconds === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(serverTime()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  useEffect(() => {
    if (!isOver) return
    void onExpired()
    const timer = setInterval(() => void onExpired(), pollInterval)
    return () => clearInterval(timer)
    // Restarts only when the time is up, not when the caller passes another function.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOver])
  const timeLeft = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <p role="timer" aria-live={isOver ? 'polite' : 'off'}>
      {seconds > lastHour ? beforeLastHour : children(isOver ? undefined : timeLeft)}
    </p>
  )
}
