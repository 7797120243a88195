import { type SyntheticEvent, useRef, useState } from 'react'

type MediaEvent = SyntheticEvent<HTMLMediaElement>

/** For media whose URL is valid for a quarter of an hour: `broken` once it has expired; with a new URL, playback resumes. */
export function useResumingPlayback(startPosition = 0) {
  const [broken, setBroken] = useState(false)
  const position = useRef(startPosition)
  return {
    broken,
    on: {
      onLoadedMetadata({ currentTarget }: MediaEvent) {
        setBroken(false)
        if (position.current > 0) currentTarget.currentTime = position.current
      },
      onTimeUpdate({ currentTarget }: MediaEvent) {
        // After the source changes, the time is reported as 0 before the position is restored.
        if (currentTarget.currentTime > 0) position.current = currentTarget.currentTime
      },
      onError: () => setBroken(true),
    },
  }
}
