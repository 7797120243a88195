import { useState } from 'react'
import { organizationOf, subjectOf } from '#shared/ids.ts'
import { type Flag, flagsOn } from '#shared/permissions.ts'
import { flagsFor, readyMade, flagsHeldByNobody } from '#shared/rules/administrators.ts'
import { whyCannotEmail } from '#shared/rules/emails.ts'
import { check, selected, faultFrom } from '#shared/rules/faults.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import { Failure } from '../kit/Failure.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import rights from '../rights/texts.en.json'
import { useUserId } from '../session/useUserId.ts'
import { toAccess } from '../shell/access.ts'
import { ConflictNotice } from '../shell/ConflictNotice.tsx'
import { useSave } from '../shell/useSave.ts'
import { useSelected } from '../shell/useSelection.ts'
import { useSaveIfUnchanged } from '../shell/useVersionedSave.ts'
import { useNewPart } from '../api/useNewPart.ts'
import type { Administrator } from './answers.ts'
import styles from './Settings.module.css'
import english from './texts.en.json'

type Props = {
  orgUnitId: string
  /** The edited administrator, `new` for an invitation, undefined while the dialog is closed. */
  administrator: Administrator | 'new' | undefined
  /** All administrators, as last read. */
  people: readonly Administrator[]
  refetch: () => Promise<unknown>
  close: () => void
}

/** Dialog for the rights of an administrator, or of somebody invited by mail. */
export function RightsForm({ administrator, ...props }: Props) {
  const t = useTexts('settings', english)
  const title = administrator === 'new' || !administrator ? t('invite') : t('rightsOf', { name: administrator.name })
  return (
    <Dialog opened={administrator !== undefined} close={props.close} title={title}>
      {administrator !== undefined && <RightsFields {...props} administrator={administrator} />}
    </Dialog>
  )
}

const noFlags: Flag[] = []
const LIST = 'GET /rest-api/organization/administrators/{orgUnitId}'

function RightsFields({
  orgUnitId,
  administrator,
  people,
  refetch,
  close,
}: Props & { administrator: Administrator | 'new' }) {
  const t = useTexts('settings', english)
  const rightText = useTexts('rights', rights)
  const refreshes = [LIST, 'GET /api/v1/playersAndTeams'] as const
  const isNew = administrator === 'new'
  const partIdFor = useNewPart('i')
  const inviting = useSave('POST /rest-api/organization/administrators/{orgUnitId}/invite', {
    refreshes,
    saved: t('invitationSent'),
  })
  const changing = useSave('PUT /rest-api/organization/administrators/{orgUnitId}/{userId}', {
    refreshes,
    saved: t('updated'),
  })
  const ownFlags = useOwnFlags(orgUnitId)
  const isOfClub = orgUnitId === organizationOf(orgUnitId)
  // Rights that nobody has any more can be given by those who edit the club's administrators.
  const unheldFlags = isOfClub ? flagsHeldByNobody(people.map(({ permissions }) => permissions)) : new Set<Flag>()
  const canGive = (flag: Flag) => ownFlags.has(flag) || unheldFlags.has(flag)
  const currentFlags = isNew ? noFlags : (people.find(({ id }) => id === administrator.id) ?? administrator).permissions
  const loadedFlags = useState(currentFlags)
  const form = useForm<{ email: string; permissions: Flag[] }>({
    values: { email: '', permissions: currentFlags },
    faults: ({ email, permissions }) => ({
      email: isNew ? faultFrom(whyCannotEmail)(email) : undefined,
      permissions: check<unknown>(permissions, selected),
    }),
    async save({ email, permissions }) {
      if (isNew)
        await inviting.save({ orgUnitId, body: { part: partIdFor({ email, permissions }), email, permissions } })
      else {
        const { id: userId } = administrator
        const saveFlags = (previous: Flag[]) =>
          changing.save({ orgUnitId, userId, body: { permissions, before: previous } })
        if (!(await versioned.save(saveFlags))) return false
      }
      close()
      return true
    },
  })
  const versioned = useSaveIfUnchanged(loadedFlags, {
    current: currentFlags,
    isDirty: form.dirty,
    refetch,
    resetForm: form.discard,
  })
  const permissionsField = form.field('permissions')
  const allFlags = flagsFor(isOfClub ? 'organization' : 'team')
  const choosePreset = (preset: readonly Flag[]) =>
    // Rights that the user may not give or take stay unchanged.
    permissionsField.onChange(
      allFlags.filter((flag) => (canGive(flag) ? preset.includes(flag) : currentFlags.includes(flag))),
    )
  return (
    <Form of={form} submit={isNew ? t('sendInvitation') : t('save')}>
      <ConflictNotice onReload={versioned.reload} />
      {isNew && (
        <Field
          label={t('email')}
          type="email"
          required
          hint={t('inviteHint')}
          autoComplete="off"
          {...form.field('email')}
        />
      )}
      <div className={styles.group} role="group" aria-label={t('readyMade')}>
        <span>{t('readyMade')}</span>
        <div className={styles.actions}>
          {(Object.keys(readyMade) as (keyof typeof readyMade)[]).map((name) => (
            <Button key={name} onClick={() => choosePreset(readyMade[name])}>
              {t(`set_${name}`)}
            </Button>
          ))}
        </div>
      </div>
      <fieldset className={styles.group} data-field="permissions">
        <legend>{t('rights')}</legend>
        {allFlags.map((flag) => (
          <Checkbox
            key={flag}
            label={rightText(flag)}
            value={permissionsField.value.includes(flag)}
            onChange={(on) =>
              permissionsField.onChange(
                on ? [...permissionsField.value, flag] : permissionsField.value.filter((each) => each !== flag),
              )
            }
            {...(unheldFlags.has(flag) && { hint: t('nobodysHint') })}
            {...(!canGive(flag) && { disabledReason: t('notYours') })}
          />
        ))}
      </fieldset>
      {permissionsField.fault && <Failure text={`${t('rights')}: ${permissionsField.fault}`} />}
    </Form>
  )
}

/** The rights that the user has on the club or team, and can therefore give. */
function useOwnFlags(orgUnitId: string): ReadonlySet<Flag> {
  const { data } = useSelected().playersAndTeams
  const userId = useUserId()
  const subject = subjectOf(orgUnitId)
  return data && userId !== undefined && subject ? flagsOn(toAccess(userId, data), subject) : new Set()
}
