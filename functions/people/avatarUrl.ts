import type { Pictured, User } from '../table/profiles.ts'

/**
 * The path of a user's picture; null if they have none, and initials are shown. `v` busts caches: older pictures have no name of
 * their own, and were replaced at the same path.
 */
export const avatarUrlOf = ({ userId, avatarAt, avatarName = userId }: User & Pictured): string | null =>
  avatarAt ? `/avatar/${avatarName}?v=${Date.parse(avatarAt)}` : null
