import { useTexts } from '../../i18n.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { Form } from '../../kit/form/Form.tsx'
import { useForm } from '../../kit/form/useForm.ts'
import { NumberField } from '../../kit/NumberField.tsx'
import { useSave } from '../../shell/useSave.ts'
import english from '../texts.en.json'
import type { RegistrationEntry } from '../answers.ts'
import { toFullName } from './entryName.ts'

type Props = { registrationId: string; entry: RegistrationEntry | undefined; close: () => void }

/** Moves a player to any place on the waiting list. */
export function MoveDialog({ registrationId, entry, close }: Props) {
  return (
    <Dialog opened={entry !== undefined} close={close} title={entry ? toFullName(entry) : ''}>
      {entry && <MoveForm registrationId={registrationId} entry={entry} close={close} />}
    </Dialog>
  )
}

function MoveForm({ registrationId, entry, close }: Props & { entry: RegistrationEntry }) {
  const t = useTexts('registrations', english)
  const { save } = useSave('POST /rest-api/register/{registrationId}/waiting', {
    refreshes: ['GET /rest-api/registration/track/{registrationId}'],
    saved: t('moved'),
  })
  const form = useForm<{ place: number | null }>({
    values: { place: 1 },
    faults: ({ place }) => ({
      place:
        place !== null && Number.isInteger(place) && place >= 1 && place <= 100_000
          ? undefined
          : { code: 'not_a_number' },
    }),
    async save({ place }) {
      const { registrationPlayerId } = entry
      await save({ registrationId, body: { registrationPlayerId, place: place ?? 1 } })
      close()
    },
  })
  return (
    <Form of={form} submit={t('move')}>
      <NumberField label={t('newPlace')} hint={t('newPlaceHint')} required {...form.field('place')} />
    </Form>
  )
}
