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
import type { Details, Line } from '../answers.ts'
import { calledOf, nameOf } from './called.ts'

type Props = { details: Details; line: Line | undefined; close: () => void }

/** Removes a player from a registration, and says what happens to their payments. */
export function Cancel({ details, line, close }: Props) {
  const t = useTexts('registrations', english)
  return (
    <Dialog opened={line !== undefined} close={close} title={line ? t('takeOffAsk', { name: nameOf(line) }) : ''}>
      {line && <Paid details={details} line={line} close={close} />}
    </Dialog>
  )
}

type Typed = { paid: 'credit' | 'refund' | '' }
function Paid({ details, line, close }: Props & { line: Line }) {
  const { registrationId } = details
  const t = useTexts('registrations', english)
  const why = useWhyCannot()('canEditFees', registrationId)
  const { save } = useSave('POST /rest-api/register/{registrationId}/cancel', {
    refreshes: [
      'GET /rest-api/registration/track/{registrationId}',
      'GET /rest-api/registration/track/{registrationId}/totals',
    ],
    saved: t('takenOff', { name: calledOf(line) }),
  })
  const form = useForm<Typed>({
    values: { paid: why === undefined ? 'refund' : 'credit' },
    faults: () => ({}),
    async save({ paid }) {
      if (paid === '') return false
      const { registrationPlayerId } = line
      await save({ registrationId, body: { registrationPlayerId, paid } })
      close()
      return true
    },
  })
  const { waits, offeredUntil } = line
  const isIn = !waits && offeredUntil === null
  const hints = [
    waits ? ('takeOffWaits' as const) : ('takeOffHint' as const),
    ...(isIn && details.registrationType === 'EVENT' ? ['takeOffEvents' as const] : []),
    ...(isIn && details.registrationType === 'TEAM' && teamOf(registrationId) ? ['takeOffTeam' as const] : []),
  ]
  return (
    <Form of={form} submit={t('takeOff')}>
      <p className={styles.muted}>{hints.map((hint) => t(hint, { name: calledOf(line) })).join(' ')}</p>
      {line.priceInCents > 0 && (
        <Radios
          label={t('whatWasPaid')}
          options={[
            { value: 'refund', label: t('giveBack'), hint: t('giveBackHint') },
            { value: 'credit', label: t('keepCredit'), hint: t('keepCreditHint') },
          ]}
          {...form.field('paid')}
          disabledReason={why}
        />
      )}
    </Form>
  )
}
