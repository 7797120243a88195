import { type SyntheticEvent, useRef, useState } from 'react'

type Played = SyntheticEvent<HTMLMediaElement>

/** For media whose URL is valid for a quarter of an hour: `broken` once it has expired; with a new URL, playback resumes. */
export function useResumingPlayback(from = 0) {
  const [broken, setBroken] = useState(false)
  const at = useRef(from)
  return {
    broken,
    on: {
      onLoadedMetadata({ currentTarget }: Played) {
        setBroken(false)
        if (at.current > 0) currentTarget.currentTime = at.current
      },
      onTimeUpdate({ currentTarget }: Played) {
        // After the source changes, the time is reported as 0 before the position is restored.
        if (currentTarget.currentTime > 0) at.current = currentTarget.currentTime
      },
      onError: () => setBroken(true),
    },
  }
}
