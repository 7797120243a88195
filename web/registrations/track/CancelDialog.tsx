import { teamOf } from '#shared/ids.ts'
import { useTexts } from '../../i18n.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { Form } from '../../kit/form/Form.tsx'
import { useForm } from '../../kit/form/useForm.ts'
import { Radios } from '../../kit/Radios.tsx'
import { useSave } from '../../shell/useSave.ts'
import { useWhyCannot } from '../../shell/useWhyCannot.ts'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import type { Details, RegistrationEntry } from '../answers.ts'
import { toFirstName, toFullName } from './entryName.ts'

type Props = { details: Details; entry: RegistrationEntry | undefined; close: () => void }

/** Removes a player from a registration, and says what happens to their payments. */
export function CancelDialog({ details, entry, close }: Props) {
  const t = useTexts('registrations', english)
  return (
    <Dialog
      opened={entry !== undefined}
      close={close}
      title={entry ? t('takeOffAsk', { name: toFullName(entry) }) : ''}
    >
      {entry && <CancelForm details={details} entry={entry} close={close} />}
    </Dialog>
  )
}

type CancelValues = { paid: 'credit' | 'refund' | '' }
function CancelForm({ details, entry, close }: Props & { entry: RegistrationEntry }) {
  const { registrationId } = details
  const t = useTexts('registrations', english)
  const denialReason = useWhyCannot()('canEditFees', registrationId)
  const { save } = useSave('POST /rest-api/register/{registrationId}/cancel', {
    refreshes: [
      'GET /rest-api/registration/track/{registrationId}',
      'GET /rest-api/registration/track/{registrationId}/totals',
    ],
    saved: t('takenOff', { name: toFirstName(entry) }),
  })
  const form = useForm<CancelValues>({
    values: { paid: denialReason === undefined ? 'refund' : 'credit' },
    faults: () => ({}),
    async save({ paid }) {
      if (paid === '') return false
      const { registrationPlayerId } = entry
      await save({ registrationId, body: { registrationPlayerId, paid } })
      close()
      return true
    },
  })
  const { waits, offeredUntil } = entry
  const hasPlace = !waits && offeredUntil === null
  const hints = [
    waits ? ('takeOffWaits' as const) : ('takeOffHint' as const),
    ...(hasPlace && details.registrationType === 'EVENT' ? ['takeOffEvents' as const] : []),
    ...(hasPlace && details.registrationType === 'TEAM' && teamOf(registrationId) ? ['takeOffTeam' as const] : []),
  ]
  return (
    <Form of={form} submit={t('takeOff')}>
      <p className={styles.muted}>{hints.map((hint) => t(hint, { name: toFirstName(entry) })).join(' ')}</p>
      {entry.priceInCents > 0 && (
        <Radios
          label={t('whatWasPaid')}
          options={[
            { value: 'refund', label: t('giveBack'), hint: t('giveBackHint') },
            { value: 'credit', label: t('keepCredit'), hint: t('keepCreditHint') },
          ]}
          {...form.field('paid')}
          disabledReason={denialReason}
        />
      )}
    </Form>
  )
}
