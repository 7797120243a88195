import { entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'

/**
 * One of our own people (`userId`) acts in the place of `subject`, until `ends` and in this sign-in (`session`) of theirs
 * alone. `digest` is of the key that their cookie holds. One at a time: a second one ends the first.
 */
export type InPlaceRow = { subject: string; digest: string; session: string; ends: string }
export const inPlaces = entity<InPlaceRow, User>('In place', {
  key: (id) => ({ pk: userPartition(id), sk: 'ME#IN-PLACE' }),
})

/** What our own people have done to an account, or in its place, and why: each by itself, and never changed. */
const staffActs = ['ended', 'disabled', 'enabled', 'in_place', 'in_place_over'] as const
export type StaffAction = {
  when: string
  actionId: string
  act: (typeof staffActs)[number]
  reason: string
  who: string
}
const actions = entity<StaffAction, User & Pick<StaffAction, 'when' | 'actionId'>>('Staff action', {
  key: ({ userId, when, actionId }) => ({ pk: userPartition({ userId }), sk: `STAFF#${when}#${actionId}` }),
})
export const staffActions = {
  ...actions,
  /** All of one account, the newest first. */
  of: ({ userId }: User) => ({ pk: userPartition({ userId }), from: 'STAFF#', to: 'STAFF#\uffff', newestFirst: true }),
}
