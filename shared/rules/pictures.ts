import { mayKnow, type Viewer } from '../childData.ts'

/** To whom pictures of a player may be shown, the fewest first, as their family has said. Until then it is said to nobody. */
export const pictureAudiences = ['nobody', 'team', 'club'] as const
export type PictureAudience = (typeof pictureAudiences)[number]

/** What holds where both have been said; undefined where neither has. */
export const strictest = (...said: readonly (PictureAudience | undefined)[]): PictureAudience | undefined =>
  pictureAudiences.find((each) => said.includes(each))

/**
 * Whether pictures of a player may be shown to a team of theirs, or to the whole club: only where their family has said so.
 */
export const mayShowTo = (said: PictureAudience | undefined, where: 'team' | 'club'): boolean =>
  said === 'club' || said === where

/** A player’s picture as it is noted: which file it is, and to whom pictures of the player may be shown. */
export type Pictured = { playerId: string; pictures?: PictureAudience | undefined }

/**
 * Whether somebody may see a player’s picture, where they look at one of the player’s teams or at the club. Their family may;
 * who edits players may until the family has said something; anybody else who knows the name, as far as the family wants it.
 */
export function maySeePicture(viewer: Viewer, { playerId, pictures }: Pictured, where: 'team' | 'club'): boolean {
  if (viewer.own.has(playerId)) return true
  if (pictures === undefined) return viewer.flags.has('canEditPlayers')
  return mayShowTo(pictures, where) && mayKnow('picture', viewer, playerId)
}
