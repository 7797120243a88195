import { useState } from 'react'
import { nameFaults } from '#shared/rules/nameInput.ts'
import { ownFieldFault } from '#shared/rules/ownFields.ts'
import { whyCannotEmail } from '#shared/rules/emails.ts'
import type { ValueFaults } from '#shared/rules/faults.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { Switch } from '../kit/Checkbox.tsx'
import { DateField } from '../kit/DateField.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { changedFields, trimmed } from '../kit/form/equality.ts'
import { useForm } from '../kit/form/useForm.ts'
import { TextArea } from '../kit/TextArea.tsx'
import { useKeptFocus } from '../kit/useKeptFocus.ts'
import { ConflictNotice } from '../shell/ConflictNotice.tsx'
import type { Player } from './answers.ts'
import { OwnField } from './OwnField.tsx'
import { useSave } from '../shell/useSave.ts'
import { useSaveAtRevision } from '../shell/useVersionedSave.ts'
import styles from './Player.module.css'
import texts from './texts.en.json'

type Props = {
  player: Player
  teamId: string | undefined
  isOwn: boolean
  refetch: () => Promise<unknown>
  close: () => void
}
const noContact = { name: '', relation: '', email: '', phone: '', private: false }
const maxContacts = 6

/** The player's current values, as the form has them. */
function toValues(player: Player, teamId: string | undefined) {
  const { number = '', position = '' } = player.teams.find(({ id }) => id === teamId) ?? {}
  return {
    firstName: player.firstName,
    lastName: player.lastName,
    number,
    position,
    bornOn: player.bornOn ?? '',
    contacts: (player.contacts ?? []).map((contact) => ({ ...contact, private: contact.private ?? false })),
    medical: player.medical ?? '',
    fields: Object.fromEntries((player.fields ?? []).map(({ id, value }) => [id, value])),
  }
}
type Values = ReturnType<typeof toValues>

/** Only the changed values: others may have saved the rest meanwhile. */
function findChanges(currentValues: Values, values: Values) {
  const { fields, ...changes } = changedFields(trimmed(currentValues), trimmed(values))
  const fieldChanges = Object.entries(fields ?? {}).filter(([id, value]) => value !== currentValues.fields[id])
  return { ...changes, ...(fields && { fields: Object.fromEntries(fieldChanges) }) }
}
/** Contacts and medical notes are saved as a whole, with the revision that editing started from. */
const needsRevision = (changes: Partial<Values>) => changes.contacts !== undefined || changes.medical !== undefined

/** Edits a player: families what they may change themselves, coaches a player of their team. */
export function PlayerForm({ player, teamId, isOwn, refetch, close }: Props) {
  const t = useTexts('teams', texts)
  const { id: playerId, revision: currentRevision = 0 } = player
  const currentValues = toValues(player, teamId)
  const { save } = useSave('PUT /rest-api/teams/player/{playerId}', {
    refreshes: [
      'GET /rest-api/teams/player/{playerId}',
      'GET /api/v1/team/{teamId}',
      'GET /rest-api/teams/search/{orgId}',
    ],
    saved: t('updated'),
  })
  const contacts = useKeptFocus<HTMLFieldSetElement>()
  const loadedRevision = useState(currentRevision)
  const form = useForm({
    values: currentValues,
    faults: ({ contacts, fields, ...names }): ValueFaults => ({
      ...Object.fromEntries(
        (player.fields ?? []).map((field) => [`fields.${field.id}`, ownFieldFault(field, fields[field.id] ?? '')]),
      ),
      firstName: isOwn ? undefined : nameFaults(names).firstName,
      ...Object.fromEntries(
        contacts.flatMap(({ name, email }, i) => [
          [`contacts.${i}.name`, name.trim() === '' ? { code: 'required' as const } : undefined],
          [`contacts.${i}.email`, email.trim() === '' ? undefined : findEmailFault(email)],
        ]),
      ),
    }),
    async save(values) {
      const changes = findChanges(currentValues, values)
      const saveAtRevision = async (revision: number) => {
        const body = { ...changes, ...(needsRevision(changes) && { revision }) }
        const saved = await save({ playerId, query: teamId === undefined ? {} : { o: teamId }, body })
        return saved && { revision: saved.revision ?? revision }
      }
      if (!(await versioned.save(saveAtRevision))) return false
      close()
      return true
    },
  })
  const versioned = useSaveAtRevision(loadedRevision, {
    current: currentRevision,
    isDirty: needsRevision(findChanges(currentValues, form.values)),
    refetch,
    resetForm() {
      form.field('contacts').onChange(currentValues.contacts)
      form.field('medical').onChange(currentValues.medical)
    },
  })
  async function cancel() {
    if (await form.mayLeave()) close()
  }
  return (
    <Form of={form} submit={t('save')} actions={<Button onClick={() => void cancel()}>{t('notNow')}</Button>}>
      <ConflictNotice onReload={versioned.reload} />
      {!isOwn && (
        <div className={styles.row}>
          <Field label={t('firstName')} required autoComplete="off" {...form.field('firstName')} />
          <Field label={t('lastName')} autoComplete="off" {...form.field('lastName')} />
        </div>
      )}
      {!isOwn && teamId !== undefined && (
        <div className={styles.row}>
          <Field label={t('number')} autoComplete="off" maxLength={4} {...form.field('number')} />
          <Field label={t('position')} autoComplete="off" maxLength={30} {...form.field('position')} />
        </div>
      )}
      {player.bornOn !== null && <DateField label={t('bornOn')} {...form.field('bornOn')} />}
      {player.contacts && (
        <fieldset ref={contacts} tabIndex={-1} className={classes(styles.list, styles.contacts)}>
          <legend className={styles.title}>{t('contacts')}</legend>
          {form.values.contacts.map((_, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- a contact is identified by its position only
            <div key={i} className={styles.contact}>
              <div className={styles.row}>
                <Field label={t('name')} required autoComplete="off" {...form.field(`contacts.${i}.name`)} />
                <Field
                  label={t('relation')}
                  autoComplete="off"
                  maxLength={30}
                  {...form.field(`contacts.${i}.relation`)}
                />
                <Field
                  label={t('phone')}
                  type="tel"
                  autoComplete="off"
                  maxLength={30}
                  {...form.field(`contacts.${i}.phone`)}
                />
                <Field label={t('email')} type="email" autoComplete="off" {...form.field(`contacts.${i}.email`)} />
              </div>
              <Switch label={t('privateContact')} {...form.field(`contacts.${i}.private`)} />
              <Button kind="quiet" flush onClick={() => form.remove('contacts', i)}>
                {t('removeContact')}
              </Button>
            </div>
          ))}
          {form.values.contacts.length < maxContacts && (
            <Button onClick={() => form.add('contacts', noContact)}>{t('addContact')}</Button>
          )}
        </fieldset>
      )}
      {player.fields?.map((field) => (
        <OwnField key={field.id} field={field} fieldProps={form.field(`fields.${field.id}`)} />
      ))}
      {player.medical !== null && (
        <TextArea label={t('medical')} hint={t('medicalHint')} limit={2000} {...form.field('medical')} />
      )}
    </Form>
  )
}

function findEmailFault(email: string) {
  const code = whyCannotEmail(email.trim())
  return code && { code }
}
