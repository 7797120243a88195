import type { Pictured, User } from '../table/profiles.ts'

/**
 * The path of somebody's picture; null if they have none, and initials are shown. `v` keeps caches from showing the one before: older
 * pictures have no name of their own and were replaced at the same path.
 */
export const avatarUrlOf = ({ userId, avatarAt, avatarName = userId }: User & Pictured): string | null =>
  avatarAt ? `/avatar/${avatarName}?v=${Date.parse(avatarAt)}` : null
