import { entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'

/**
 * A name under which a picture may lie that the profile of its owner does not say: of one that `comes`, which is being put up, or
 * one that `goes`, which the profile named before. A picture is named in the transaction in which this goes; what is left of one
 * that was never named goes `until` then, and the picture with it.
 */
type LoosePicture = { state: 'comes' | 'goes'; until: string }
export const loosePictures = entity<LoosePicture, User & { name: string }>('Loose picture', {
  key: (id) => ({ pk: userPartition(id), sk: `PICTURE#${id.name}` }),
})
