import { useState } from 'react'
import type { ValueFaults } from '#shared/rules/faults.ts'
import { check, required, faultFrom } from '#shared/rules/faults.ts'
import { longestEmail, whyCannotEmail } from '#shared/rules/emails.ts'
import { ApiProblem, useApi } from '../../api.ts'
import { useTexts } from '../../i18n.ts'
import { Notice } from '../../kit/Badge.tsx'
import { Card } from '../../kit/Card.tsx'
import { Field } from '../../kit/Field.tsx'
import { listText } from '../../kit/format.ts'
import { Form } from '../../kit/form/Form.tsx'
import { useForm } from '../../kit/form/useForm.ts'
import { useApiPages } from '../../api/useApiPages.ts'
import { clientSentences } from '../../problems/showProblem.ts'
import { useSave } from '../../shell/useSave.ts'
import { NextButton } from '../NextButton.tsx'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import type { Details } from '../answers.ts'
import { InviteFamilies, type UndeliverableProps } from './InviteFamilies.tsx'
import { InvitedPeople } from './InvitedPeople.tsx'
import { EMAILS, INVITE, SUMMARY } from './useInvite.ts'

/** Invitations: families of the club's teams, or anybody by email address. */
export function InvitationsStep({ details, next }: { details: Details; next: (() => void) | undefined }) {
  const t = useTexts('registrations', english)
  const { registrationId } = details
  const summary = useApi(SUMMARY, { registrationId }).data
  const [undeliverable, setUndeliverable] = useState<readonly string[]>([])
  const canRemind = summary?.mailed === 'now' && summary.invited > summary.registered
  return (
    <div className={styles.parts}>
      <Card className={styles.part} aria-label={t('step_invitations')}>
        <h2>{t('step_invitations')}</h2>
        <p className={styles.muted}>{t(details.setup.isInviteOnly ? 'onlyInvitedHint' : 'everybodyHint')}</p>
        {summary && <p className={styles.muted}>{t(`mailed_${summary.mailed}`)}</p>}
        {summary && summary.invited > 0 && (
          <p className={styles.sum}>{t('invitedSum', { count: summary.invited, registered: summary.registered })}</p>
        )}
        <InviteByEmail registrationId={registrationId} onUndeliverable={setUndeliverable} />
        <InviteFamilies details={details} onUndeliverable={setUndeliverable} />
        <div role="status">
          {undeliverable.length > 0 && (
            <Notice tone="warning">
              {t('takesNoMail', { count: undeliverable.length, emails: listText(undeliverable) })}
            </Notice>
          )}
        </div>
      </Card>
      <InvitedPeople registrationId={registrationId} canRemind={canRemind} />
      <NextButton next={next} />
    </div>
  )
}

function InviteByEmail({ registrationId, onUndeliverable }: { registrationId: string } & UndeliverableProps) {
  const t = useTexts('registrations', english)
  const { save } = useSave(INVITE, {
    refreshes: [SUMMARY, EMAILS],
    saved: ({ invited }) => (invited > 0 ? t('invited', { count: invited }) : undefined),
  })
  const invitationPages = useApiPages(EMAILS, { registrationId, query: {} }).data ?? []
  const form = useForm<{ email: string; name: string }>({
    values: { email: '', name: '' },
    faults: ({ email }): ValueFaults => ({
      email:
        check(email, required, faultFrom(whyCannotEmail, longestEmail)) ??
        (invitationPages.some(({ emails }) => emails.some((each) => each.email === email.trim().toLowerCase()))
          ? { code: 'email_added' }
          : undefined),
    }),
    fieldNames: { 'people.0.email': 'email' },
    async save({ email, name }) {
      const response = await save({ registrationId, body: { people: [{ email, ...(name && { name }) }] } })
      // Only the pages loaded so far are known here; the server knows all addresses.
      if (response?.already.length)
        throw new ApiProblem('bad_request', 400, clientSentences.failed, [{ at: 'email', code: 'email_added' }])
      onUndeliverable(response?.noMail ?? [])
      form.field('email').onChange('')
      form.field('name').onChange('')
    },
  })
  return (
    <Form of={form} submit={t('invite')} aria-label={t('inviteOne')}>
      <div className={styles.pair}>
        <Field label={t('email')} type="email" required autoComplete="off" {...form.field('email')} />
        <Field label={t('personName')} autoComplete="off" {...form.field('name')} />
      </div>
    </Form>
  )
}
