import { mayKnow, type Viewer } from '../childData.ts'

/** To whom pictures of a player may be shown, strictest first, as the family has chosen. Until then, to nobody. */
export const pictureAudiences = ['nobody', 'team', 'club'] as const
export type PictureAudience = (typeof pictureAudiences)[number]

/** The stricter of these choices; undefined if there is none. */
export const strictest = (...said: readonly (PictureAudience | undefined)[]): PictureAudience | undefined =>
  pictureAudiences.find((each) => said.includes(each))

/** Whether pictures of a player may be shown to one of their teams, or to the whole club: only if the family has chosen so. */
export const mayShowTo = (said: PictureAudience | undefined, where: 'team' | 'club'): boolean =>
  said === 'club' || said === where

/** A player's picture settings: to whom pictures of the player may be shown. */
export type Pictured = { playerId: string; pictures?: PictureAudience | undefined }

/**
 * Whether the viewer may see a player's picture, in the context of one of the player's teams or of the club. The family may;
 * users who edit players may until the family has chosen; everyone else who may know the name, as far as the family allows.
 */
export function maySeePicture(viewer: Viewer, { playerId, pictures }: Pictured, where: 'team' | 'club'): boolean {
  if (viewer.own.has(playerId)) return true
  if (pictures === undefined) return viewer.flags.has('canEditPlayers')
  return mayShowTo(pictures, where) && mayKnow('picture', viewer, playerId)
}
