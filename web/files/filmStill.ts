/** How long to wait for the video, in milliseconds. */
const maxWait = 20_000

export type Still = { jpeg: string; seconds: number }

/**
 * Extracts a frame near a video's beginning as a small JPEG in base64, and the video's duration. Fetches only its first seconds.
 * Rejects if the browser cannot play it.
 */
export async function extractStill(src: string, maxPixels: number): Promise<Still | undefined> {
  const video = document.createElement('video')
  Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src })
  try {
    await waitForEvent(video, 'loadeddata')
    const seconds = Number.isFinite(video.duration) ? video.duration : 0
    if (seconds > 1) {
      video.currentTime = Math.min(3, seconds / 4)
      await waitForEvent(video, 'seeked')
    }
    const jpeg = frameAsJpeg(video, maxPixels)
    return jpeg ? { jpeg, seconds } : undefined
  } finally {
    // Stops any download still in progress.
    video.removeAttribute('src')
    video.load()
  }
}

function waitForEvent(video: HTMLVideoElement, name: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The film does not come')), maxWait)
    video.addEventListener(name, () => (clearTimeout(timer), resolve()), { once: true })
    video.addEventListener('error', () => reject(new Error('The film cannot be played')), { once: true })
  })
}

/** The current frame as a small JPEG in base64. */
function frameAsJpeg(video: HTMLVideoElement, maxPixels: number): string | undefined {
  const scale = Math.min(1, maxPixels / Math.max(video.videoWidth, video.videoHeight, 1))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(video.videoWidth * scale))
  canvas.height = Math.max(1, Math.floor(video.videoHeight * scale))
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', 0.6).split(',')[1]
}
