import { type ListChange, listChange, applyListChange } from '#shared/rules/listChange.ts'
import { recordingFaults } from '#shared/rules/recordings.ts'
import { useTexts } from '../i18n.ts'
import { Form } from '../kit/form/Form.tsx'
import { isEqual } from '../kit/form/equality.ts'
import { type Bound, useForm } from '../kit/form/useForm.ts'
import { useSave } from '../shell/useSave.ts'
import { Fields, sharedWith, type Values } from './Fields.tsx'
import { type Recording, refreshes } from './shapes.ts'
import english from './texts.en.json'

type Edited = Omit<Values, 'playerIds' | 'shows'> & Record<'playerIds' | 'shows', ListChange<string>>
const nobody: ListChange<string> = { added: [], taken: [] }

/** Edits a recording's title, event, whom it shows and who sees it. */
export function EditRecording({ recording, close }: { recording: Recording; close: () => void }) {
  const t = useTexts('recordings', english)
  const { id: recordingId, title, event, teamId } = recording
  const shared = recording.sharedWith ?? { team: false, players: [] }
  const shown = recording.shows ?? []
  const saving = useSave('PUT /rest-api/recordings/{recordingId}', { refreshes, saved: t('updated') })
  const standing: Values = {
    title,
    eventId: event?.id ?? '',
    with: shared.team ? 'team' : shared.players.length > 0 ? 'players' : 'nobody',
    playerIds: shared.players.map(({ id }) => id),
    shows: shown.map(({ id }) => id),
  }
  // For players the form holds only who was added and removed here, so that changes made elsewhere meanwhile are kept.
  const form = useForm<Edited>({
    values: { ...standing, playerIds: nobody, shows: nobody },
    faults(values) {
      const { length } = applyListChange(standing.playerIds, values.playerIds)
      return {
        ...recordingFaults(values),
        ...(values.with === 'players' && length === 0 && { playerIds: { code: 'select_one' } }),
      }
    },
    async save(edited) {
      const values: Values = {
        ...edited,
        playerIds: applyListChange(standing.playerIds, edited.playerIds),
        shows: applyListChange(standing.shows, edited.shows),
      }
      const { title: name, eventId, shows } = values
      const isShared = !isEqual(sharedWith(values), sharedWith(standing))
      const isShown = !isEqual(shows, standing.shows)
      // `nobody` replaces the whole list, whoever was added meanwhile.
      const isBegun = isShared && values.with !== 'nobody'
      const began = {
        ...(isBegun && { sharedWith: { team: shared.team, playerIds: standing.playerIds } }),
        ...(isShown && { shows: standing.shows }),
      }
      // Sent only if changed here: others may have changed it meanwhile.
      const said = {
        ...(eventId !== standing.eventId && { eventId: eventId || null }),
        ...(isShared && { sharedWith: sharedWith(values) }),
        ...(isShown && { shows }),
        ...((isBegun || isShown) && { began }),
      }
      await saving.save({ recordingId, body: { title: name, ...said } })
      close()
    },
  })
  const listed = (field: 'playerIds' | 'shows'): Bound<string[]> => {
    const { value, onChange, ...bound } = form.field(field)
    const began = standing[field]
    return { ...bound, value: applyListChange(began, value), onChange: (now) => onChange(listChange(began, now)) }
  }
  return (
    <Form of={form} submit={t('save')}>
      <Fields
        teamId={teamId}
        title={form.field('title')}
        eventId={form.field('eventId')}
        who={form.field('with')}
        playerIds={listed('playerIds')}
        shows={listed('shows')}
        event={event}
        players={[...shared.players, ...shown]}
      />
    </Form>
  )
}
