import { entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'

/**
 * A member of our staff (`userId`) acts on behalf of `subject`, until `ends` and only in this sign-in (`session`). `digest` is
 * the hash of the key in their cookie. One at a time: a second one ends the first.
 */
export type InPlaceRow = { subject: string; digest: string; session: string; ends: string }
export const inPlaces = entity<InPlaceRow, User>('In place', {
  key: (id) => ({ pk: userPartition(id), sk: 'ME#IN-PLACE' }),
})

/** What our staff have done to an account, or on its behalf, and why; append-only. */
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
  /** All actions on an account, newest first. */
  of: ({ userId }: User) => ({ pk: userPartition({ userId }), from: 'STAFF#', to: 'STAFF#\uffff', newestFirst: true }),
}
