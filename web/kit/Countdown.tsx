import { type ReactNode, useEffect, useState } from 'react'
import { serverTime } from '../api/serverClock.ts'

/** So often it is looked again what has become of what was over, in milliseconds: it is taken back within a minute. */
const lookEvery = 20_000

/** So near it is counted down, in seconds. */
const near = 3600

type Props = {
  until: string
  /** What is said while it is longer than an hour: until when it is, for there seconds say nothing. */
  far: ReactNode
  /** Looks what has become of it; again and again, as long as the countdown stands there. */
  over: () => unknown
  /** What is said in its last hour, as `14:59`; undefined when there is none. */
  children: (left: string | undefined) => ReactNode
}
/** How long something is kept: until when, and near its end minutes and seconds, by the server’s clock. That it is over is read out. */
export function Countdown({ until, far, over, children }: Props) {
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
    void over()
    const timer = setInterval(() => void over(), lookEvery)
    return () => clearInterval(timer)
    // By what is over, and not by who looks.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOver])
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <p role="timer" aria-live={isOver ? 'polite' : 'off'}>
      {seconds > near ? far : children(isOver ? undefined : left)}
    </p>
  )
}
