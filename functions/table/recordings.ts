import { organizationOf, teamOf } from '#shared/ids.ts'
import type { KeptMonths, Stroke } from '#shared/rules/recordings.ts'
import type { Shares } from '#shared/rules/shares.ts'
import { by, entity } from './entity.ts'
import type { OrganizationId } from './organizations.ts'
import { all, type Range, startingWith } from './table.ts'

export type RecordingId = { recordingId: string }
/**
 * A video of a team; `recordingId` has the same letters as its file. Listed by its team and club in order of time. `shelf`: the
 * list of the bin, or the other one.
 *   startsAt  when its event began, or the video was added
 *   poster    there is a preview image
 *   moments   how many are marked in it
 *   note      the players who can be seen in it: the last parts of their ids
 */
export type Recording = RecordingId & {
  title: string
  startsAt: string
  eventId?: string
  media: string
  amount: number
  seconds?: number
  poster?: true
  moments: number
  note?: string
  shares: Shares
  shelf: Shelf
  /** When it was moved to the bin. */
  deletedAt?: string
  addedBy: string
}
export type Shelf = 'there' | 'bin'

const partition = ({ organizationId }: OrganizationId) => `RECORDINGS#${organizationId}`
const partitionOf = ({ recordingId }: RecordingId) => partition({ organizationId: organizationOf(recordingId) })

const rows = entity<Recording, RecordingId>('Recording', {
  key: (id) => ({ pk: partitionOf(id), sk: `RECORDING#${id.recordingId}` }),
  lsi1: by(
    ['recordingId', 'shelf', 'startsAt'],
    ({ recordingId, shelf, startsAt }) => `${teamOf(recordingId)}#${shelf}#${startsAt}#${recordingId}`,
  ),
  gsi2: by(['recordingId', 'shelf', 'startsAt'], ({ recordingId, shelf, startsAt }) => [
    `RECORDINGS#${organizationOf(recordingId)}#${shelf}`,
    `${startsAt}#${recordingId}`,
  ]),
})

/** A moment of a recording that its coach has marked: the second, a comment and a drawing. */
export type Moment = { second: number; comment: string; strokes?: readonly Stroke[] }
export type MomentId = RecordingId & { momentId: string }
export const moments = entity<Moment & MomentId, MomentId>('Recording moment', {
  key: ({ recordingId, momentId }) => ({
    pk: partitionOf({ recordingId }),
    sk: `RECORDING#${recordingId}#MOMENT#${momentId}`,
  }),
})

export const recordings = {
  ...rows,
  /** The recordings of a team, or of a club with all its teams, up to a place in their list, newest first. */
  listOf: (orgUnitId: string, shelf: Shelf, upTo = '\uffff'): Range => {
    const organizationId = organizationOf(orgUnitId)
    if (orgUnitId === organizationId)
      return { index: 'gsi2', pk: `RECORDINGS#${organizationId}#${shelf}`, from: '0', to: upTo, newestFirst: true }
    const prefix = `${orgUnitId}#${shelf}#`
    return { index: 'lsi1', pk: partition({ organizationId }), from: prefix, to: prefix + upTo, newestFirst: true }
  },
  /** A recording's place in those lists. */
  placeOf: ({ startsAt, recordingId }: Recording) => `${startsAt}#${recordingId}`,
  /** A recording with its marked moments, by a consistent read. */
  withMoments: (id: RecordingId) =>
    all<Recording | (Moment & MomentId)>({
      ...startingWith(`RECORDING#${id.recordingId}`),
      pk: partitionOf(id),
      consistent: true,
    }),
}

type GivenId = RecordingId & { playerId: string }
/**
 * A video that is shared with a player by name, so that they find it whatever team they are on later. Derived from the recording,
 * which alone decides who may see it.
 */
const givenRows = entity<GivenId & Pick<Recording, 'startsAt'>, GivenId>('Given recording', {
  key: ({ recordingId, playerId }) => ({ pk: partitionOf({ recordingId }), sk: `GIVEN#${recordingId}#${playerId}` }),
  gsi1: by(['playerId', 'startsAt', 'recordingId'], ({ playerId, startsAt, recordingId }) => [
    `GIVEN#${playerId}`,
    `${startsAt}#${recordingId}`,
  ]),
})
export const givenRecordings = {
  ...givenRows,
  of: (id: RecordingId) =>
    all<GivenId & Pick<Recording, 'startsAt'>>({
      ...startingWith(`GIVEN#${id.recordingId}#`),
      pk: partitionOf(id),
      consistent: true,
    }),
  /** A player's shared recordings up to a place, newest first, by the index. */
  listOf: (playerId: string, upTo = '\uffff'): Range => ({
    ...{ index: 'gsi1', pk: `GIVEN#${playerId}`, from: '0', to: upTo, newestFirst: true },
  }),
  /** The recording at a place. */
  at: (place: string): RecordingId => ({ recordingId: place.slice(place.indexOf('#') + 1) }),
}

/** The storage used by a club's recordings in each month. */
export const recordingMonths = entity<{ months: KeptMonths }, OrganizationId>('Recording months', {
  key: (id) => ({ pk: partition(id), sk: 'MONTHS' }),
})
