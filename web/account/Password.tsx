import { useEffect, useId, useRef } from 'react'
import type { ValueFault } from '#shared/rules/faults.ts'
import { whyCannotPassword } from '#shared/rules/passwords.ts'
import { ApiProblem, callApi } from '../api.ts'
import { faultText } from '../problems/faultText.ts'
import { useTexts } from '../i18n.ts'
import { Card } from '../kit/Card.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { signInAgain } from '../session/freshSignIn.ts'
import type { Owner } from '../session/passwordStrength.ts'
import { prefetchGuesses, findNewPasswordFault } from '../session/newPassword.ts'
import { changePassword, PoolProblem, signOutEverywhere } from '../session/ownAccount.ts'
import { withToken } from '../session/tokens.ts'
import styles from './Profile.module.css'
import texts from './texts.en.json'

type Typed = { oldPassword: string; newPassword: string }

/** Changes the password, given the current one; signs out every other device. */
export function Password({ owner, changed }: { owner: Owner; changed: () => void }) {
  const t = useTexts('account', texts)
  const headingId = useId()
  // Leaving a field makes the form run `faults` again, which would drop a fault found only on save.
  const refused = useRef<{ password: string; fault: ValueFault }>(undefined)
  // A change was sent and got no response. It may have taken effect, in which case the old password is refused as wrong.
  const unanswered = useRef(false)
  const form = useForm<Typed>({
    values: { oldPassword: '', newPassword: '' },
    faults: ({ oldPassword, newPassword }) => ({
      oldPassword: oldPassword === '' ? { code: 'required' } : undefined,
      newPassword:
        whyCannotPassword(newPassword) ??
        (refused.current?.password === newPassword ? refused.current.fault : undefined),
    }),
    save: async ({ oldPassword, newPassword }) => {
      const weak = await findNewPasswordFault(newPassword, owner)
      if (weak?.code === 'password_not_looked_at') {
        showSnackbar({ text: faultText(weak), tone: 'danger' })
        return false
      }
      if (weak) {
        refused.current = { password: newPassword, fault: weak }
        throw new ApiProblem('bad_request', 400, '', [{ at: 'newPassword', ...weak }])
      }
      const answer = await withToken((token) => changePassword(token, oldPassword, newPassword)).catch(
        (error: unknown) => (error instanceof PoolProblem ? 'refused' : 'none'),
      )
      if (answer === 'none') unanswered.current = true
      if (answer !== true && !unanswered.current) {
        if (answer === false)
          throw new ApiProblem('bad_request', 400, '', [{ at: 'oldPassword', code: 'wrong_password' }])
        showSnackbar({ text: t('passwordNotChanged'), tone: 'danger' })
        return false
      }
      // Sign out of the pool before the sign-in that is to last. Without a response, only that sign-in shows which password
      // counts.
      let out = answer === true && (await outOfPool())
      let signedIn = await signInAgain(newPassword).catch(() => false)
      if (answer !== true && !signedIn) {
        showSnackbar({ text: t('passwordNotKnown'), tone: 'danger' })
        return false
      }
      unanswered.current = false
      if (answer !== true) {
        out = await outOfPool()
        signedIn = out && (await signInAgain(newPassword).catch(() => false))
      }
      const ended = signedIn && (await endOthers()) && out
      showSnackbar(
        ended ? { text: t('passwordChanged'), tone: 'success' } : { text: t('othersNotEnded'), tone: 'danger' },
      )
      changed()
      return true
    },
  })
  useEffect(() => {
    if (form.dirty) prefetchGuesses()
  }, [form.dirty])
  return (
    <Card aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.title}>
        {t('password')}
      </h2>
      <p className={styles.hint}>{t('passwordHint')}</p>
      <Form of={form} submit={t('changePassword')} className={styles.form}>
        <Field
          label={t('oldPassword')}
          {...form.field('oldPassword')}
          type="password"
          autoComplete="current-password"
          required
        />
        <Field
          label={t('newPassword')}
          hint={t('passwordRule')}
          {...form.field('newPassword')}
          type="password"
          autoComplete="new-password"
          required
        />
      </Form>
    </Card>
  )
}

/** Revokes the user pool's tokens issued under the old password: they could be used to change the address. */
const outOfPool = (): Promise<boolean> =>
  withToken(signOutEverywhere).then(
    () => true,
    () => false,
  )

/** False if the other sessions could not be ended; the password is changed all the same. */
const endOthers = (): Promise<boolean> =>
  callApi('POST /rest-api/session/end-others', {}, { handles: ['failures', 'not_allowed'] }).then(
    () => true,
    () => false,
  )
