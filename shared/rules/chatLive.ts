/**
 * A message over the WebSocket: that something has changed, without its content. The client reads the content by the routes, which check
 * the user's current rights.
 *   conversation   a message, a member or what was read has changed in this conversation
 *   typing         this user is typing in this conversation
 */
export type ChatNews = { conversation: string } | { typing: string; userId: string }

/** How often at most a device reports typing, and how long that is shown, in milliseconds. */
export const typingEvery = 3000
export const typingShown = 6000

export const isChatNews = (value: unknown): value is ChatNews => {
  if (typeof value !== 'object' || value === null) return false
  const { conversation, typing, userId } = value as Record<string, unknown>
  return typeof conversation === 'string' || (typeof typing === 'string' && typeof userId === 'string')
}
