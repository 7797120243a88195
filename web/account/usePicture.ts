import { useState } from 'react'
import { type PictureFault, fetchPicture, scaledJpeg } from '../kit/scaledJpeg.ts'
import type { Profile } from './useProfile.ts'

/** What is shown instead of the saved picture: a `data:` URL or null, for as long as the profile's URL is `until`. */
type Instead = { url: string | null; until: string | null }

/**
 * The shown picture, which is one step ahead of the saved one (optimistic update), and its actions. Pictures are JPEGs as
 * `data:` URLs: `unsent` failed to upload and can be sent again, `removed` was taken down and can be put back.
 */
export function usePicture(
  { avatarUrl }: Profile,
  put: (url: string) => Promise<Profile | undefined>,
  remove: () => Promise<Profile | undefined>,
) {
  const [instead, setInstead] = useState<Instead>()
  const [busy, setBusy] = useState(false)
  const [after, setAfter] = useState<{ fault?: PictureFault; unsent?: string; removed?: string }>({})
  // Another tab may have saved another picture meanwhile.
  const shown = instead && (busy || instead.until === avatarUrl) ? instead.url : avatarUrl

  async function send(url: string) {
    setBusy(true)
    setAfter({})
    setInstead({ url, until: avatarUrl })
    const saved = await put(url)
    // Keeps the local copy: the same picture under its new URL would only be downloaded again.
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
    const before = shown?.startsWith('data:') ? shown : shown ? await fetchPicture(shown) : undefined
    setInstead({ url: null, until: avatarUrl })
    const saved = await remove()
    setInstead(undefined)
    if (saved && before) setAfter({ removed: before })
    setBusy(false)
  }

  /** Shown as removed, but not confirmed by the server yet. */
  const removing = instead?.url === null
  return { shown, busy, removing, ...after, choose, send, takeDown }
}
