/**
 * Messages on a WebSocket: that something has changed, but not what. The content is fetched from the route that checks who may
 * read it, so that a connection never shows more than the user may see at that moment.
 *   conversation   something was written, changed or read there, or someone joined or left
 *   typing         this user is typing there
 */
export type ChatNews = { conversation: string } | { typing: string; userId: string }

/** How often a device reports typing at most, and how long it is shown; in milliseconds. */
export const typingEvery = 3000
export const typingShown = 6000

export const isNews = (value: unknown): value is ChatNews => {
  if (typeof value !== 'object' || value === null) return false
  const { conversation, typing, userId } = value as Record<string, unknown>
  return typeof conversation === 'string' || (typeof typing === 'string' && typeof userId === 'string')
}
