import type { Pictured, User } from './table/profiles.ts'

/**
 * Where somebody's picture is; null shows initials. The version makes a new picture a new address, so that nobody is shown the old
 * one from a cache.
 */
export const avatarUrlOf = ({ userId, avatarAt, avatarName = userId }: User & Pictured): string | null =>
  avatarAt ? `/avatar/${avatarName}?v=${Date.parse(avatarAt)}` : null
