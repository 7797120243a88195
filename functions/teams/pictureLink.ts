import type { Viewer } from '#shared/childData.ts'
import { maySeePicture, type PlayerPicture } from '#shared/rules/pictures.ts'
import { cacheableLink } from '../media/fileLink.ts'

/** A presigned URL of a picture, valid for some minutes. */
export const pictureLink = (fileId: string, now: string): Promise<string> =>
  cacheableLink({ fileId, name: 'picture.jpg', type: 'image/jpeg' }, now)

/** The same as a property of a card; left out without a picture. */
export const pictureField = async (fileId: string | undefined, now: string): Promise<{ pictureUrl?: string }> =>
  fileId === undefined ? {} : { pictureUrl: await pictureLink(fileId, now) }

/** The same for a player's picture, if the viewer may see it. */
export const visiblePictureField = (
  row: PlayerPicture & { picture?: string },
  { viewer, where, now }: { viewer: Viewer; where: 'team' | 'club'; now: string },
): Promise<{ pictureUrl?: string }> => pictureField(maySeePicture(viewer, row, where) ? row.picture : undefined, now)
