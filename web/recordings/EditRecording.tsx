import { recordingFaults } from '#shared/rules/recordings.ts'
import { useTexts } from '../i18n.ts'
import { Form } from '../kit/form/Form.tsx'
import { same } from '../kit/form/same.ts'
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
  const standing: Values = {
    title,
    eventId: event?.id ?? '',
    with: shared.team ? 'team' : shared.players.length > 0 ? 'players' : 'nobody',
    playerIds: shared.players.map(({ id }) => id),
    shows: shown.map(({ id }) => id),
  }
  const form = useForm<Values>({
    values: standing,
    faults: (values) => ({
      ...recordingFaults(values),
      ...(values.with === 'players' && values.playerIds.length === 0 && { playerIds: { code: 'select_one' } }),
    }),
    async save(values) {
      const { title: name, eventId, shows } = values
      // Unless it was changed here it is not said again: somebody else may have said otherwise meanwhile.
      const said = {
        ...(eventId !== standing.eventId && { eventId: eventId || null }),
        ...(!same(sharedWith(values), sharedWith(standing)) && { sharedWith: sharedWith(values) }),
        ...(!same(shows, standing.shows) && { shows }),
      }
      await saving.save({ recordingId, body: { title: name, ...said } })
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
