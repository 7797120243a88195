import type { recordings as area } from '#shared/api/recordings.ts'
import { organizationOf, recordingOf, teamOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { storageLimit } from '#shared/rules/library.ts'
import { rebaseList } from '#shared/rules/listChange.ts'
import { sharedWith as partiesIn, type SharedWith, sharesOf, rebaseShares } from '#shared/rules/recordings.ts'
import { maxShares } from '#shared/rules/shares.ts'
import { refuseIfHarmful } from '../media/harmful.ts'
import type { CallOf } from '../serve.ts'
import { events, isVisible } from '../table/events.ts'
import { shownNoteOf, playersShown, shownIdsToStore, shownPlayerIds } from '../access/pictureConsent.ts'
import { files } from '../table/files.ts'
import { libraryUsage } from '../table/libraries.ts'
import { licences } from '../table/licences.ts'
import { recordings } from '../table/recordings.ts'
import { checkSecondAdult } from './checkSecondAdult.ts'
import { rosterRows } from '../table/rosterRows.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { requireRecording } from './access.ts'
import { teams } from '../table/teams.ts'
import { ifUnchanged, type Write } from '../table/writes.ts'
import { countWrite } from './usage.ts'

type Api = typeof area

/** Creates a recording from an uploaded film, whose size counts towards the club's storage. */
export const addRecording = ({
  params: { teamId },
  body: { fileId, title, eventId, sharedWith, shows = [] },
  userId,
  stamp,
}: CallOf<Api, 'POST /rest-api/recordings/team/{teamId}'>) =>
  retryOnConflict(async () => {
    const organizationId = organizationOf(teamId)
    const recordingId = recordingOf(teamId, fileId)
    const [team, file, licenceCount, event, count] = await Promise.all([
      teams.get({ teamId }),
      files.get({ fileId }, { consistent: true }),
      licences.get({ organizationId }),
      eventOf(teamId, eventId),
      countWrite(organizationId, stamp.at),
      refuseStrangers(teamId, [...sharedWith.playerIds, ...shows]),
    ])
    if (!team) throw new Problem('not_found')
    // A retry after a lost response.
    if (file?.about === recordingId) return { id: recordingId }
    if (!file || file.userId !== userId || file.state === 'asked') throw new Problem('file_missing')
    refuseIfHarmful(file)
    if (!file.type.startsWith('video/')) throw new Problem('wrong_file')
    await write(
      stamp,
      recordings.create({
        recordingId,
        title,
        startsAt: event?.start ?? stamp.at,
        ...(event && { eventId: event.eventId }),
        media: file.type,
        amount: file.size,
        moments: 0,
        ...(shows.length > 0 && { note: shownNoteOf(shows) }),
        shares: sharesOf(teamId, sharedWith),
        shelf: 'there',
        addedBy: userId,
      }),
      files.attach(fileId, { userId, about: recordingId }),
      libraryUsage.take(organizationId, file.size, storageLimit(licenceCount?.given ?? 0)),
      count(file.size),
      ...notMergedChecks(teamId, sharedWith.playerIds),
    )
    return { id: recordingId }
  })

/** Changes the given fields of a recording; lists are changed by the difference to what the caller saw, so concurrent changes are kept. */
export const changeRecording = ({
  params: { recordingId },
  body: { title, eventId, sharedWith, shows, began },
  userId,
  stamp,
}: CallOf<Api, 'PUT /rest-api/recordings/{recordingId}'>) =>
  retryOnConflict(async () => {
    const teamId = teamOf(recordingId) ?? ''
    const row = await requireRecording(recordingId)
    const shares = sharedWith && rebaseShares(teamId, row.shares, sharedWith, began?.sharedWith)
    if (shares && Object.keys(shares).length > maxShares)
      throw new Problem('bad_request', [faultAt('playerIds', 'too_many', { limit: maxShares })])
    const sharedPlayerIds = shares ? partiesIn(teamId, shares).playerIds : []
    // Players who have left the team meanwhile keep what was shared with them.
    const storedShownIds = shownPlayerIds(row)
    const shownRows = await playersShown(storedShownIds)
    const currentShownIds = shownRows.flatMap((player) => player?.playerId ?? [])
    const shown = shows && rebaseList([...new Set(currentShownIds)], shows, began?.shows)
    const knownPlayerIds = [...partiesIn(teamId, row.shares).playerIds, ...storedShownIds, ...currentShownIds]
    const newPlayerIds = sharedPlayerIds.filter((id) => !knownPlayerIds.includes(id))
    const movesEvent = eventId !== undefined && eventId !== (row.eventId ?? null)
    const [event] = await Promise.all([
      movesEvent ? eventOf(teamId, eventId) : undefined,
      refuseStrangers(
        teamId,
        [...sharedPlayerIds, ...(shown ?? [])].filter((id) => !knownPlayerIds.includes(id)),
      ),
    ])
    const { shelf, version } = row
    const secondAdultChecks =
      shares && row.moments > 0 ? await checkSecondAdult({ recordingId, shares, userId, now: stamp.at }) : []
    const startsAt = event?.start ?? row.startsAt
    const set = {
      title,
      ...(shares && { shares }),
      ...(shown && { note: shownNoteOf(shownIdsToStore(storedShownIds, shownRows, shown)) }),
      ...(movesEvent && { eventId: eventId ?? undefined, recordingId, shelf, startsAt }),
    }
    await write(
      stamp,
      recordings.change({ recordingId }, { set, when: ifUnchanged({ version }) }),
      ...secondAdultChecks,
      ...notMergedChecks(teamId, newPlayerIds),
      ...(newPlayerIds.length > 0 ? [libraryUsage.touch(organizationOf(teamId))] : []),
    )
    return {}
  })

/** An event of the team; throws if it is another team's, or does not exist. */
async function eventOf(teamId: string, eventId: string | null) {
  if (eventId === null) return undefined
  const event = teamOf(eventId) === teamId ? await events.get({ eventId }) : undefined
  if (!event || !isVisible(event)) throw new Problem('not_found')
  return event
}

/** Only players of the team. */
async function refuseStrangers(teamId: string, playerIds: SharedWith['playerIds']): Promise<void> {
  const rows = await rosterRows.getMany(
    [...new Set(playerIds)].map((playerId) => ({ teamId, playerId })),
    {
      consistent: true,
    },
  )
  if (rows.includes(undefined)) throw new Problem('not_found')
}

/**
 * Conflicts with a concurrent merge of a player that the recording is shared with: whichever comes second reads again, as nobody
 * would see what is shared with a merged id. The players are still on the team, and a merge depends on the club's usage count.
 */
const notMergedChecks = (teamId: string, playerIds: SharedWith['playerIds']): Write[] =>
  [...new Set(playerIds)].slice(0, maxChecked).map((playerId) => rosterRows.check({ teamId, playerId }, []))
/** As many as fit into the transaction beside the recording. */
const maxChecked = 80
