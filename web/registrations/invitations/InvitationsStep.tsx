import { useState } from 'react'
import type { ValueFaults } from '#shared/rules/faults.ts'
import { check, required, why } from '#shared/rules/faults.ts'
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
import { own } from '../../problems/tell.ts'
import { useSave } from '../../shell/useSave.ts'
import { NextButton } from '../NextButton.tsx'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import type { Details } from '../answers.ts'
import { Families, type Telling } from './Families.tsx'
import { Invited } from './Invited.tsx'
import { EMAILS, INVITE, SUMMARY } from './useInvite.ts'

/** Invitations: families of the club's teams, or anybody by email address. */
export function InvitationsStep({ details, next }: { details: Details; next: (() => void) | undefined }) {
  const t = useTexts('registrations', english)
  const { registrationId } = details
  const summary = useApi(SUMMARY, { registrationId }).data
  const [noMail, setNoMail] = useState<readonly string[]>([])
  const mayRemind = summary?.mailed === 'now' && summary.invited > summary.registered
  return (
    <div className={styles.parts}>
      <Card className={styles.part} aria-label={t('step_invitations')}>
        <h2>{t('step_invitations')}</h2>
        <p className={styles.muted}>{t(details.setup.isInviteOnly ? 'onlyInvitedHint' : 'everybodyHint')}</p>
        {summary && <p className={styles.muted}>{t(`mailed_${summary.mailed}`)}</p>}
        {summary && summary.invited > 0 && (
          <p className={styles.sum}>{t('invitedSum', { count: summary.invited, registered: summary.registered })}</p>
        )}
        <ByAddress registrationId={registrationId} tell={setNoMail} />
        <Families details={details} tell={setNoMail} />
        <div role="status">
          {noMail.length > 0 && (
            <Notice tone="warning">{t('takesNoMail', { count: noMail.length, emails: listText(noMail) })}</Notice>
          )}
        </div>
      </Card>
      <Invited registrationId={registrationId} mayRemind={mayRemind} />
      <NextButton next={next} />
    </div>
  )
}

function ByAddress({ registrationId, tell }: { registrationId: string } & Telling) {
  const t = useTexts('registrations', english)
  const { save } = useSave(INVITE, {
    refreshes: [SUMMARY, EMAILS],
    saved: ({ invited }) => (invited > 0 ? t('invited', { count: invited }) : undefined),
  })
  const known = useApiPages(EMAILS, { registrationId, query: {} }).data ?? []
  const form = useForm<{ email: string; name: string }>({
    values: { email: '', name: '' },
    faults: ({ email }): ValueFaults => ({
      email:
        check(email, required, why(whyCannotEmail, longestEmail)) ??
        (known.some(({ emails }) => emails.some((each) => each.email === email.trim().toLowerCase()))
          ? { code: 'email_added' }
          : undefined),
    }),
    fieldNames: { 'people.0.email': 'email' },
    async save({ email, name }) {
      const answer = await save({ registrationId, body: { people: [{ email, ...(name && { name }) }] } })
      // Only the pages loaded so far are known here; the server knows all addresses.
      if (answer?.already.length)
        throw new ApiProblem('bad_request', 400, own.failed, [{ at: 'email', code: 'email_added' }])
      tell(answer?.noMail ?? [])
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
