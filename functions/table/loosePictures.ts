import { entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'

/**
 * A name under which the media bucket may have a picture that its owner's profile does not refer to: `comes` is being uploaded,
 * `goes` is the previous one. The transaction that stores the name in the profile deletes this row; a picture whose name was
 * never stored expires `until` then, and its bytes with it.
 */
type LoosePicture = { state: 'comes' | 'goes'; until: string }
export const loosePictures = entity<LoosePicture, User & { name: string }>('Loose picture', {
  key: (id) => ({ pk: userPartition(id), sk: `PICTURE#${id.name}` }),
})
