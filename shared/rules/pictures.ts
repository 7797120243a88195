import { mayKnow, type Viewer } from '../childData.ts'

/** To whom pictures of a player may be shown, strictest first, as the family has chosen. Until then, to nobody. */
export const pictureAudiences = ['nobody', 'team', 'club'] as const
export type PictureAudience = (typeof pictureAudiences)[number]

/** The stricter of these choices; undefined if there is none. */
export const strictestAudience = (
  ...audiences: readonly (PictureAudience | undefined)[]
): PictureAudience | undefined => pictureAudiences.find((each) => audiences.includes(each))

/** Whether pictures of a player may be shown to one of their teams, or to the whole club: only if the family has chosen so. */
export const isShownIn = (audience: PictureAudience | undefined, place: 'team' | 'club'): boolean =>
  audience === 'club' || audience === place

/** A player's picture settings: to whom pictures of the player may be shown. */
export type PlayerPicture = { playerId: string; pictures?: PictureAudience | undefined }

/**
 * Whether the viewer may see a player's picture, in the context of one of the player's teams or of the club. The family may;
 * users who edit players may until the family has chosen; everyone else who may know the name, as far as the family allows.
 */
export function maySeePicture(viewer: Viewer, { playerId, pictures }: PlayerPicture, place: 'team' | 'club'): boolean {
  if (viewer.ownIds.has(playerId)) return true
  if (pictures === undefined) return viewer.flags.has('canEditPlayers')
  return isShownIn(pictures, place) && mayKnow('picture', viewer, playerId)
}
