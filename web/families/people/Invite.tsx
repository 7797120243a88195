import { useState } from 'react'
import { whyCannotEmail } from '#shared/rules/emails.ts'
import { faultFrom } from '#shared/rules/faults.ts'
import { nameLimit, whyCannotName } from '#shared/rules/nameInput.ts'
import { useTexts } from '../../i18n.ts'
import { Notice } from '../../kit/Badge.tsx'
import { Button } from '../../kit/Button.tsx'
import { Card } from '../../kit/Card.tsx'
import { classes } from '../../kit/classes.ts'
import { Field } from '../../kit/Field.tsx'
import { Form } from '../../kit/form/Form.tsx'
import { useForm } from '../../kit/form/useForm.ts'
import { dateText, readerZone } from '../../kit/format.ts'
import { Radios } from '../../kit/Radios.tsx'
import { showSnackbar } from '../../kit/Snackbar.tsx'
import { useSave } from '../../shell/useSave.ts'
import { useSavedBefore } from '../../shell/useSavedBefore.ts'
import type { AboutFamily } from './family.ts'
import styles from './People.module.css'
import texts from '../texts.en.json'
import { newId } from '../../api/newPart.ts'

type Relation = 'own' | 'following'
type Values = { name: string; email: string; relation: Relation }
const refreshedReads = ['GET /rest-api/families/player/{playerId}'] as const
const [nameFault, emailFault] = [faultFrom(whyCannotName, nameLimit), faultFrom(whyCannotEmail)]
const faults = ({ name, email }: Values) => ({ name: nameFault(name), email: emailFault(email) })

/** Invites a person by mail, with the club's known contacts as shortcuts. */
export function Invite({ family, teamId }: AboutFamily) {
  const t = useTexts('families', texts)
  const [formNumber, setFormNumber] = useState(0)
  const [prefilled, setPrefilled] = useState<{ name: string; email: string }>()
  const [unreachableEmail, setUnreachableEmail] = useState<string>()
  const { manages, forTeam = false, contacts } = family
  const contactsWithEmail = contacts.flatMap(({ email, ...contact }) => (email === null ? [] : [{ ...contact, email }]))
  return (
    <Card aria-label={t('invite')}>
      <h2 className={styles.title}>{t('invite')}</h2>
      {contactsWithEmail.length > 0 && (
        <ul className={classes(styles.list, styles.known)} aria-label={t('knownContacts')}>
          {contactsWithEmail.map(({ id, name, email, accessTakenAt }) => (
            <li key={id} className={styles.person}>
              <div className={styles.about}>
                <p className={styles.name}>{name || email}</p>
                {name && <p className={styles.hint}>{email}</p>}
                {accessTakenAt && (
                  <p className={styles.hint}>{t('accessTaken', { day: dateText(accessTakenAt, readerZone()) })}</p>
                )}
              </div>
              <Button
                onClick={() => {
                  setPrefilled({ name: name || email.split('@')[0] || '', email })
                  setFormNumber((count) => count + 1)
                }}
              >
                {t('useContact')} <span className="visually-hidden">{name || email}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div role="status">
        {unreachableEmail && <Notice tone="warning">{t('takesNoMail', { email: unreachableEmail })}</Notice>}
      </div>
      <InviteForm
        key={formNumber}
        playerId={family.player.id}
        manages={manages}
        forTeam={forTeam}
        teamId={teamId}
        contacts={contacts}
        prefilled={prefilled}
        onSent={(email, noMail) => {
          setUnreachableEmail(noMail ? email : undefined)
          setPrefilled(undefined)
          setFormNumber((count) => count + 1)
        }}
      />
    </Card>
  )
}

type FormProps = {
  playerId: string
  manages: boolean
  forTeam: boolean
  teamId: string | undefined
  contacts: AboutFamily['family']['contacts']
  prefilled: { name: string; email: string } | undefined
  /** `noMail`: we cannot mail that address, and nobody was invited. */
  onSent: (email: string, noMail: boolean) => void
}

function InviteForm({ playerId, manages, forTeam, teamId, contacts, prefilled, onSent }: FormProps) {
  const t = useTexts('families', texts)
  const [invitationId, setInvitationId] = useState(newId)
  const savedBefore = useSavedBefore(refreshedReads)
  const { save } = useSave('POST /rest-api/families/player/{playerId}/invite', { refreshes: refreshedReads })
  const values: Values = {
    name: prefilled?.name ?? '',
    email: prefilled?.email ?? '',
    relation: manages ? 'own' : 'following',
  }
  const form = useForm<Values>({
    values,
    faults,
    save: async (typed) => {
      const body = { invitationId, ...typed, ...(teamId !== undefined && { teamId }) }
      const answer = await save({ playerId, body }).catch(savedBefore)
      if (!answer) {
        // The earlier request did arrive; its invitation is on the list and can be withdrawn there. What is typed now needs a
        // new id.
        setInvitationId(newId)
        return false
      }
      const noMail = answer.noMail === true
      if (!noMail) showSnackbar({ text: t('inviteSent', { email: typed.email }), tone: 'success' })
      onSent(typed.email, noMail)
      return true
    },
  })
  const relation = form.field('relation')
  const typedEmail = form.values.email.trim().toLowerCase()
  const takenAt = contacts.find(({ email }) => email?.toLowerCase() === typedEmail)?.accessTakenAt
  return (
    <Form of={form} submit={t('sendInvitation')}>
      <Field label={t('theirName')} {...form.field('name')} autoComplete="off" required />
      <Field
        label={t('theirEmail')}
        {...form.field('email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        required
      />
      {manages ? (
        <Radios<Relation>
          label={t('asWhat')}
          {...relation}
          onChange={(chosen) => chosen && relation.onChange(chosen)}
          options={[
            { value: 'own', label: t('asFamily'), hint: t('asFamilyHint') },
            { value: 'following', label: t('asFollower'), hint: t('asFollowerHint') },
          ]}
        />
      ) : (
        <p className={styles.hint}>{t('followersOnly')}</p>
      )}
      {takenAt && (
        <Notice tone="warning">
          {t('accessTaken', { day: dateText(takenAt, readerZone()) })}{' '}
          {relation.value === 'own' && t(forTeam ? 'accessTakenByClub' : 'accessTakenGives')}
        </Notice>
      )}
    </Form>
  )
}
