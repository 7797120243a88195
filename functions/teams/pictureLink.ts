import type { Viewer } from '#shared/permissions.ts'
import { maySeePicture, type Pictured } from '#shared/rules/pictures.ts'
import { cacheableLink } from '../media/fileLink.ts'

/** A URL of a picture, valid for a few minutes. */
export const pictureLink = (fileId: string, now: string): Promise<string> =>
  cacheableLink({ fileId, name: 'picture.jpg', type: 'image/jpeg' }, now)

/** The same for a card: omitted if there is none. */
export const pictured = async (fileId: string | undefined, now: string): Promise<{ pictureUrl?: string }> =>
  fileId === undefined ? {} : { pictureUrl: await pictureLink(fileId, now) }

/** The same for a player, if the viewer may see the picture. */
export const picturedAs = (
  row: Pictured & { picture?: string },
  { viewer, where, now }: { viewer: Viewer; where: 'team' | 'club'; now: string },
): Promise<{ pictureUrl?: string }> => pictured(maySeePicture(viewer, row, where) ? row.picture : undefined, now)
