import type { Pictured, User } from '../table/profiles.ts'

/**
 * Where somebody's picture is; null shows initials. Each picture has a name of its own; the version tells apart those from before that
 * was so, which lay at one address one after the other.
 */
export const avatarUrlOf = ({ userId, avatarAt, avatarName = userId }: User & Pictured): string | null =>
  avatarAt ? `/avatar/${avatarName}?v=${Date.parse(avatarAt)}` : null
