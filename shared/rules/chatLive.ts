/**
 * What comes over an open line: that something has changed, and never what. What it says is asked for by the route that
 * knows who may read it, so that an open line shows nobody more than they may see at that moment.
 *   conversation   something was written, changed or read there, or somebody came or left
 *   typing         this person is writing there just now
 */
export type ChatNews = { conversation: string } | { typing: string; userId: string }

/** A device says at most so often that somebody is writing, and for so long that is shown; in milliseconds. */
export const typingEvery = 3000
export const typingShown = 6000

export const isNews = (value: unknown): value is ChatNews => {
  if (typeof value !== 'object' || value === null) return false
  const { conversation, typing, userId } = value as Record<string, unknown>
  return typeof conversation === 'string' || (typeof typing === 'string' && typeof userId === 'string')
}
