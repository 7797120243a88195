import { useState } from 'react'
import { type PictureFault, fetchPicture, scaledJpeg } from '../kit/scaledJpeg.ts'
import type { Profile } from './useProfile.ts'

/** What is shown instead of the saved picture: a `data:` URL or null, for as long as the profile's URL is `until`. */
type LocalPicture = { url: string | null; until: string | null }

/**
 * The shown picture, which is one step ahead of the saved one (optimistic update), and its actions. Pictures are JPEGs as
 * `data:` URLs: `unsent` failed to upload and can be sent again, `removed` was taken down and can be put back.
 */
export function usePicture(
  { avatarUrl }: Profile,
  savePicture: (url: string) => Promise<Profile | undefined>,
  remove: () => Promise<Profile | undefined>,
) {
  const [localPicture, setLocalPicture] = useState<LocalPicture>()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<{ fault?: PictureFault; unsent?: string; removed?: string }>({})
  // Another tab may have saved another picture meanwhile.
  const shown = localPicture && (busy || localPicture.until === avatarUrl) ? localPicture.url : avatarUrl

  async function send(url: string) {
    setBusy(true)
    setResult({})
    setLocalPicture({ url, until: avatarUrl })
    const saved = await savePicture(url)
    // Keeps the local copy: the same picture under its new URL would only be downloaded again.
    setLocalPicture(saved && { url, until: saved.avatarUrl })
    if (!saved) setResult({ unsent: url })
    setBusy(false)
  }

  async function choose(file: Blob) {
    setBusy(true)
    const scaled = await scaledJpeg(file)
    if ('url' in scaled) return send(scaled.url)
    setResult({ fault: scaled.fault })
    setBusy(false)
  }

  async function removePicture() {
    setBusy(true)
    setResult({})
    const removedUrl = shown?.startsWith('data:') ? shown : shown ? await fetchPicture(shown) : undefined
    setLocalPicture({ url: null, until: avatarUrl })
    const saved = await remove()
    setLocalPicture(undefined)
    if (saved && removedUrl) setResult({ removed: removedUrl })
    setBusy(false)
  }

  /** Shown as removed, but not confirmed by the server yet. */
  const removing = localPicture?.url === null
  return { shown, busy, removing, ...result, choose, send, removePicture }
}
