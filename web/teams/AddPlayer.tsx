import { useState } from 'react'
import { organizationOf } from '#shared/ids.ts'
import { nameFaults } from '#shared/rules/names.ts'
import { useTexts } from '../i18n.ts'
import { Switch } from '../kit/Checkbox.tsx'
import { DateField } from '../kit/DateField.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { newPart } from '../newPart.ts'
import { useSave } from '../shell/useSave.ts'
import styles from './Player.module.css'
import texts from './texts.en.json'

type Props = { team: { id: string; name: string }; opened: boolean; close: () => void }

/** A new player of a team, in a dialog that stays open for the next one. */
export function AddPlayer({ team, opened, close }: Props) {
  const t = useTexts('teams', texts)
  return (
    <Dialog opened={opened} close={close} title={t('addPlayerTo', { team: team.name })}>
      {opened && <Fields team={team} />}
    </Dialog>
  )
}

const empty = { firstName: '', lastName: '', number: '', position: '', bornOn: '' }

function Fields({ team }: Pick<Props, 'team'>) {
  const t = useTexts('teams', texts)
  const [toEvents, setToEvents] = useState(true)
  const [playerId, setPlayerId] = useState(() => `${organizationOf(team.id)}.${newPart('p')}`)
  const { save } = useSave('POST /api/v1/addPlayersToTeam', {
    refreshes: ['GET /api/v1/team/{teamId}', 'GET /rest-api/teams/search/{orgId}'],
    saved: t('added'),
  })
  const form = useForm({
    draft: `player.new.${team.id}`,
    values: empty,
    faults: (values) => ({ firstName: nameFaults(values).firstName }),
    async save(values) {
      const addToUpcomingEvents = toEvents ? 'on' : 'off'
      await save({ body: { orgUnitId: team.id, playersToAdd: [{ playerId, ...values }], addToUpcomingEvents } })
      setPlayerId(`${organizationOf(team.id)}.${newPart('p')}`)
      form.discard()
      form.node.current?.querySelector<HTMLElement>('[name="firstName"]')?.focus()
    },
  })
  return (
    <Form of={form} submit={t('addPlayer')}>
      <div className={styles.row}>
        <Field label={t('firstName')} required autoComplete="off" {...form.field('firstName')} />
        <Field label={t('lastName')} autoComplete="off" {...form.field('lastName')} />
      </div>
      <div className={styles.row}>
        <Field label={t('number')} autoComplete="off" maxLength={4} inputMode="numeric" {...form.field('number')} />
        <Field label={t('position')} autoComplete="off" maxLength={30} {...form.field('position')} />
      </div>
      <DateField label={t('bornOn')} {...form.field('bornOn')} />
      <Switch label={t('addToEvents')} value={toEvents} onChange={setToEvents} />
    </Form>
  )
}
