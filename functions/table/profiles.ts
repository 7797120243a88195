import { entity } from './entity.ts'

export type User = { userId: string }
/** The partition of everything that is one person's own. */
export const userPartition = ({ userId }: User) => `USER#${userId}`

/**
 * `email`: the address that the user pool last called verified; empty while none is known, and then nobody is mailed.
 * `avatarAt`: the instant at which the picture in the media bucket was put up; initials are shown without it.
 */
export type Profile = User & { email: string; firstName: string; lastName: string; avatarAt?: string }
export const profiles = entity<Profile, User>('Profile', {
  key: (id) => ({ pk: userPartition(id), sk: 'PROFILE' }),
})
