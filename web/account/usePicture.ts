import { useState } from 'react'
import { type PictureFault, pictureAt, scaledJpeg } from '../kit/scaledJpeg.ts'
import type { Profile } from './useProfile.ts'

/** What stands in place of the saved picture: a `data:` address or nothing, for as long as the profile says `until`. */
type Instead = { url: string | null; until: string | null }

/**
 * The picture as it is shown, which is a step ahead of the one that is saved, and what can be done with it. Pictures are
 * JPEGs as `data:` addresses: `unsent` did not arrive and can be sent again, `removed` was taken down and can be put back.
 */
export function usePicture(
  { avatarUrl }: Profile,
  put: (url: string) => Promise<Profile | undefined>,
  remove: () => Promise<Profile | undefined>,
) {
  const [instead, setInstead] = useState<Instead>()
  const [busy, setBusy] = useState(false)
  const [after, setAfter] = useState<{ fault?: PictureFault; unsent?: string; removed?: string }>({})
  // Another tab may have put up another picture meanwhile.
  const shown = instead && (busy || instead.until === avatarUrl) ? instead.url : avatarUrl

  async function send(url: string) {
    setBusy(true)
    setAfter({})
    setInstead({ url, until: avatarUrl })
    const saved = await put(url)
    // The same picture under its new address would only be loaded once more.
    setInstead(saved && { url, until: saved.avatarUrl })
    if (!saved) setAfter({ unsent: url })
    setBusy(false)
  }

  async function choose(file: Blob) {
    setBusy(true)
    const made = await scaledJpeg(file)
    if ('url' in made) return send(made.url)
    setAfter({ fault: made.fault })
    setBusy(false)
  }

  async function takeDown() {
    setBusy(true)
    setAfter({})
    const before = shown?.startsWith('data:') ? shown : shown ? await pictureAt(shown) : undefined
    setInstead({ url: null, until: avatarUrl })
    const saved = await remove()
    setInstead(undefined)
    if (saved && before) setAfter({ removed: before })
    setBusy(false)
  }

  /** It is shown as taken down already, and the server has not said so yet. */
  const removing = instead?.url === null
  return { shown, busy, removing, ...after, choose, send, takeDown }
}
