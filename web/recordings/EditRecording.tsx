import { type ListChange, listChange, applyListChange } from '#shared/rules/listChange.ts'
import { recordingFaults } from '#shared/rules/recordings.ts'
import { useTexts } from '../i18n.ts'
import { Form } from '../kit/form/Form.tsx'
import { isEqual } from '../kit/form/equality.ts'
import { type Bound, useForm } from '../kit/form/useForm.ts'
import { useSave } from '../shell/useSave.ts'
import { Fields, toSharedWith, type Values } from './Fields.tsx'
import { type Recording, refreshes } from './shapes.ts'
import english from './texts.en.json'

type EditedValues = Omit<Values, 'playerIds' | 'shows'> & Record<'playerIds' | 'shows', ListChange<string>>
const noChange: ListChange<string> = { added: [], removed: [] }

/** Edits a recording's title, event, whom it shows and who sees it. */
export function EditRecording({ recording, close }: { recording: Recording; close: () => void }) {
  const t = useTexts('recordings', english)
  const { id: recordingId, title, event, teamId } = recording
  const shared = recording.sharedWith ?? { team: false, players: [] }
  const shownPlayers = recording.shows ?? []
  const saving = useSave('PUT /rest-api/recordings/{recordingId}', { refreshes, saved: t('updated') })
  const initialValues: Values = {
    title,
    eventId: event?.id ?? '',
    with: shared.team ? 'team' : shared.players.length > 0 ? 'players' : 'nobody',
    playerIds: shared.players.map(({ id }) => id),
    shows: shownPlayers.map(({ id }) => id),
  }
  // For players the form holds only who was added and removed here, so that changes made elsewhere meanwhile are kept.
  const form = useForm<EditedValues>({
    values: { ...initialValues, playerIds: noChange, shows: noChange },
    faults(values) {
      const { length } = applyListChange(initialValues.playerIds, values.playerIds)
      return {
        ...recordingFaults(values),
        ...(values.with === 'players' && length === 0 && { playerIds: { code: 'select_one' } }),
      }
    },
    async save(edited) {
      const values: Values = {
        ...edited,
        playerIds: applyListChange(initialValues.playerIds, edited.playerIds),
        shows: applyListChange(initialValues.shows, edited.shows),
      }
      const { title: name, eventId, shows } = values
      const isSharingChanged = !isEqual(toSharedWith(values), toSharedWith(initialValues))
      const isShowsChanged = !isEqual(shows, initialValues.shows)
      // `nobody` replaces the whole list, whoever was added meanwhile.
      const sendsPlayers = isSharingChanged && values.with !== 'nobody'
      const previous = {
        ...(sendsPlayers && { sharedWith: { team: shared.team, playerIds: initialValues.playerIds } }),
        ...(isShowsChanged && { shows: initialValues.shows }),
      }
      // Sent only if changed here: others may have changed it meanwhile.
      const changes = {
        ...(eventId !== initialValues.eventId && { eventId: eventId || null }),
        ...(isSharingChanged && { sharedWith: toSharedWith(values) }),
        ...(isShowsChanged && { shows }),
        ...((sendsPlayers || isShowsChanged) && { began: previous }),
      }
      await saving.save({ recordingId, body: { title: name, ...changes } })
      close()
    },
  })
  const fieldOfList = (field: 'playerIds' | 'shows'): Bound<string[]> => {
    const { value, onChange, ...bound } = form.field(field)
    const initialIds = initialValues[field]
    return {
      ...bound,
      value: applyListChange(initialIds, value),
      onChange: (now) => onChange(listChange(initialIds, now)),
    }
  }
  return (
    <Form of={form} submit={t('save')}>
      <Fields
        teamId={teamId}
        title={form.field('title')}
        eventId={form.field('eventId')}
        who={form.field('with')}
        playerIds={fieldOfList('playerIds')}
        shows={fieldOfList('shows')}
        event={event}
        players={[...shared.players, ...shownPlayers]}
      />
    </Form>
  )
}
