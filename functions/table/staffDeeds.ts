import { entity } from './entity.ts'

/**
 * What our own people have done about what clubs buy: to a club (`about` is its id), or to a promotion (`about` is its code). Each
 * by itself, written with the doing, and never changed.
 */
export type StaffDeed = {
  when: string
  deedId: string
  act: 'trial_extended' | 'promotion_made' | 'promotion_ended'
  about: string
  /** The day, or what it takes off. */
  detail: string
  reason: string
  who: string
}
const partition = (about: string) => `DEEDS#${about}`
export const staffDeeds = {
  ...entity<StaffDeed, Pick<StaffDeed, 'about' | 'when' | 'deedId'>>('Staff deed', {
    key: ({ about, when, deedId }) => ({ pk: partition(about), sk: `AT#${when}#${deedId}` }),
  }),
  /** The newest first. */
  about: (about: string) => ({ pk: partition(about), from: 'AT#', to: 'AT#\uffff', newestFirst: true }),
}
/** Promotions are of no club: what is done about any of them stands together. */
export const promotionsDeeds = 'promotions'
