import { type SyntheticEvent, useRef, useState } from 'react'

type Played = SyntheticEvent<HTMLMediaElement>

/** For a film or a sound whose address is good for a quarter of an hour: `broken` once it is not, and with a new one it goes on where it was. */
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
        // Given a new address, it says that it is at its beginning before it is there again.
        if (currentTarget.currentTime > 0) at.current = currentTarget.currentTime
      },
      onError: () => setBroken(true),
    },
  }
}
