import { useState } from 'react'
import { nameFaults } from '#shared/rules/names.ts'
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
import { Behind } from '../shell/Behind.tsx'
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
  readAnew: () => Promise<unknown>
  close: () => void
}
const noContact = { name: '', relation: '', email: '', phone: '', private: false }
const maxContacts = 6

/** The player's current values, as the form has them. */
function standingOf(player: Player, teamId: string | undefined) {
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
type Values = ReturnType<typeof standingOf>

/** Only the changed values: others may have saved the rest meanwhile. */
function changedOf(standing: Values, values: Values) {
  const { fields, ...changed } = changedFields(trimmed(standing), trimmed(values))
  const said = Object.entries(fields ?? {}).filter(([id, value]) => value !== standing.fields[id])
  return { ...changed, ...(fields && { fields: Object.fromEntries(said) }) }
}
/** Contacts and medical notes are saved as a whole, with the revision that editing started from. */
const isWhole = (changed: Partial<Values>) => changed.contacts !== undefined || changed.medical !== undefined

/** Edits a player: families what they may change themselves, coaches a player of their team. */
export function PlayerForm({ player, teamId, isOwn, readAnew, close }: Props) {
  const t = useTexts('teams', texts)
  const { id: playerId, revision: read = 0 } = player
  const standing = standingOf(player, teamId)
  const { save } = useSave('PUT /rest-api/teams/player/{playerId}', {
    refreshes: [
      'GET /rest-api/teams/player/{playerId}',
      'GET /api/v1/team/{teamId}',
      'GET /rest-api/teams/search/{orgId}',
    ],
    saved: t('updated'),
  })
  const contacts = useKeptFocus<HTMLFieldSetElement>()
  const begun = useState(read)
  const form = useForm({
    values: standing,
    faults: ({ contacts, fields, ...names }): ValueFaults => ({
      ...Object.fromEntries(
        (player.fields ?? []).map((field) => [`fields.${field.id}`, ownFieldFault(field, fields[field.id] ?? '')]),
      ),
      firstName: isOwn ? undefined : nameFaults(names).firstName,
      ...Object.fromEntries(
        contacts.flatMap(({ name, email }, i) => [
          [`contacts.${i}.name`, name.trim() === '' ? { code: 'required' as const } : undefined],
          [`contacts.${i}.email`, email.trim() === '' ? undefined : faultOf(email)],
        ]),
      ),
    }),
    async save(values) {
      const changed = changedOf(standing, values)
      const put = async (revision: number) => {
        const body = { ...changed, ...(isWhole(changed) && { revision }) }
        const saved = await save({ playerId, query: teamId === undefined ? {} : { o: teamId }, body })
        return saved && { revision: saved.revision ?? revision }
      }
      if (!(await versioned.save(put))) return false
      close()
      return true
    },
  })
  const versioned = useSaveAtRevision(begun, {
    read,
    isTyped: isWhole(changedOf(standing, form.values)),
    readAnew,
    takeTheirs() {
      form.field('contacts').onChange(standing.contacts)
      form.field('medical').onChange(standing.medical)
    },
  })
  async function cancel() {
    if (await form.mayLeave()) close()
  }
  return (
    <Form of={form} submit={t('save')} actions={<Button onClick={() => void cancel()}>{t('notNow')}</Button>}>
      <Behind take={versioned.take} />
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
        <OwnField key={field.id} field={field} bound={form.field(`fields.${field.id}`)} />
      ))}
      {player.medical !== null && (
        <TextArea label={t('medical')} hint={t('medicalHint')} limit={2000} {...form.field('medical')} />
      )}
    </Form>
  )
}

function faultOf(email: string) {
  const code = whyCannotEmail(email.trim())
  return code && { code }
}
