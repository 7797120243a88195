import { recordingFaults } from '#shared/rules/recordings.ts'
import { useTexts } from '../i18n.ts'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { useSave } from '../shell/useSave.ts'
import { Fields, sharedWith, type Values } from './Fields.tsx'
import { type Recording, refreshes } from './shapes.ts'
import english from './texts.en.json'

/** Changes what a recording is called, what it is of, and who sees it. */
export function EditRecording({ recording, close }: { recording: Recording; close: () => void }) {
  const t = useTexts('recordings', english)
  const { id: recordingId, title, event, teamId } = recording
  const shared = recording.sharedWith ?? { team: false, players: [] }
  const shown = recording.shows ?? []
  const saving = useSave('PUT /rest-api/recordings/{recordingId}', { refreshes, saved: t('updated') })
  const form = useForm<Values>({
    values: {
      title,
      eventId: event?.id ?? '',
      with: shared.team ? 'team' : shared.players.length > 0 ? 'players' : 'nobody',
      playerIds: shared.players.map(({ id }) => id),
      shows: shown.map(({ id }) => id),
    },
    faults: (values) => ({
      ...recordingFaults(values),
      ...(values.with === 'players' && values.playerIds.length === 0 && { playerIds: { code: 'select_one' } }),
    }),
    async save(values) {
      const { title: name, shows } = values
      // Unless it was changed here it is not said again: somebody else may have said more meanwhile.
      const isSaid = shows.join() !== shown.map(({ id }) => id).join()
      const said = isSaid ? { shows } : {}
      const body = { title: name, eventId: values.eventId || null, sharedWith: sharedWith(values), ...said }
      await saving.save({ recordingId, body })
      close()
    },
  })
  return (
    <Form of={form} submit={t('save')}>
      <Fields
        teamId={teamId}
        title={form.field('title')}
        eventId={form.field('eventId')}
        who={form.field('with')}
        playerIds={form.field('playerIds')}
        shows={form.field('shows')}
        event={event}
        players={[...shared.players, ...shown]}
      />
    </Form>
  )
}
