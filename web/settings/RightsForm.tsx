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
import { accessOf } from '../shell/access.ts'
import { Behind } from '../shell/Behind.tsx'
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
  readAnew: () => Promise<unknown>
  close: () => void
}

/** Dialog for the rights of an administrator, or of somebody invited by mail. */
export function RightsForm({ administrator, ...props }: Props) {
  const t = useTexts('settings', english)
  const title = administrator === 'new' || !administrator ? t('invite') : t('rightsOf', { name: administrator.name })
  return (
    <Dialog opened={administrator !== undefined} close={props.close} title={title}>
      {administrator !== undefined && <Fields {...props} administrator={administrator} />}
    </Dialog>
  )
}

const nothing: Flag[] = []
const LIST = 'GET /rest-api/organization/administrators/{orgUnitId}'

function Fields({
  orgUnitId,
  administrator,
  people,
  readAnew,
  close,
}: Props & { administrator: Administrator | 'new' }) {
  const t = useTexts('settings', english)
  const tr = useTexts('rights', rights)
  const refreshes = [LIST, 'GET /api/v1/playersAndTeams'] as const
  const isNew = administrator === 'new'
  const partFor = useNewPart('i')
  const inviting = useSave('POST /rest-api/organization/administrators/{orgUnitId}/invite', {
    refreshes,
    saved: t('invitationSent'),
  })
  const changing = useSave('PUT /rest-api/organization/administrators/{orgUnitId}/{userId}', {
    refreshes,
    saved: t('updated'),
  })
  const own = useOwnFlags(orgUnitId)
  const ofClub = orgUnitId === organizationOf(orgUnitId)
  // Rights that nobody has any more can be given by those who edit the club's administrators.
  const unheld = ofClub ? flagsHeldByNobody(people.map(({ permissions }) => permissions)) : new Set<Flag>()
  const mayGive = (flag: Flag) => own.has(flag) || unheld.has(flag)
  const stands = isNew ? nothing : (people.find(({ id }) => id === administrator.id) ?? administrator).permissions
  const begun = useState(stands)
  const form = useForm<{ email: string; permissions: Flag[] }>({
    values: { email: '', permissions: stands },
    faults: ({ email, permissions }) => ({
      email: isNew ? faultFrom(whyCannotEmail)(email) : undefined,
      permissions: check<unknown>(permissions, selected),
    }),
    async save({ email, permissions }) {
      if (isNew) await inviting.save({ orgUnitId, body: { part: partFor({ email, permissions }), email, permissions } })
      else {
        const { id: userId } = administrator
        const change = (before: Flag[]) => changing.save({ orgUnitId, userId, body: { permissions, before } })
        if (!(await versioned.save(change))) return false
      }
      close()
      return true
    },
  })
  const versioned = useSaveIfUnchanged(begun, { read: stands, isTyped: form.dirty, readAnew, takeTheirs: form.discard })
  const chosen = form.field('permissions')
  const known = flagsFor(ofClub ? 'organization' : 'team')
  const take = (set: readonly Flag[]) =>
    // Rights that the user may not give or take stay unchanged.
    chosen.onChange(known.filter((flag) => (mayGive(flag) ? set.includes(flag) : stands.includes(flag))))
  return (
    <Form of={form} submit={isNew ? t('sendInvitation') : t('save')}>
      <Behind take={versioned.take} />
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
            <Button key={name} onClick={() => take(readyMade[name])}>
              {t(`set_${name}`)}
            </Button>
          ))}
        </div>
      </div>
      <fieldset className={styles.group} data-field="permissions">
        <legend>{t('rights')}</legend>
        {known.map((flag) => (
          <Checkbox
            key={flag}
            label={tr(flag)}
            value={chosen.value.includes(flag)}
            onChange={(on) =>
              chosen.onChange(on ? [...chosen.value, flag] : chosen.value.filter((each) => each !== flag))
            }
            {...(unheld.has(flag) && { hint: t('nobodysHint') })}
            {...(!mayGive(flag) && { disabledReason: t('notYours') })}
          />
        ))}
      </fieldset>
      {chosen.fault && <Failure text={`${t('rights')}: ${chosen.fault}`} />}
    </Form>
  )
}

/** The rights that the user has on the club or team, and can therefore give. */
function useOwnFlags(orgUnitId: string): ReadonlySet<Flag> {
  const { data } = useSelected().playersAndTeams
  const userId = useUserId()
  const subject = subjectOf(orgUnitId)
  return data && userId !== undefined && subject ? flagsOn(accessOf(userId, data), subject) : new Set()
}
