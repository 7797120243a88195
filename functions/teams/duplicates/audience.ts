import { strictestAudience } from '#shared/rules/pictures.ts'
import type { Player } from '../../table/players.ts'

type Choice = { pictures?: Player['pictures'] | undefined; picturesSaid?: Player['picturesSaid'] | undefined }

/**
 * To whom pictures may be shown after an undo, until a guardian chooses again: the stricter of the choice before the merge and the one
 * in force since, which families saw and may rely on. Without a choice before, the other family's does not open anything. Who has chosen is
 * kept only if they are family.
 */
export function audienceAfterUndo(before: Choice, current: Choice, isFamily: (userId: string) => boolean): Choice {
  const isUnchosen = before.pictures === undefined && current.pictures !== 'nobody'
  const pictures = isUnchosen ? undefined : strictestAudience(before.pictures, current.pictures)
  if (pictures === before.pictures) return { pictures, picturesSaid: before.picturesSaid }
  const { picturesSaid } = current
  return { pictures, picturesSaid: picturesSaid && isFamily(picturesSaid.userId) ? picturesSaid : undefined }
}
