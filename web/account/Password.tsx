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

type PasswordValues = { oldPassword: string; newPassword: string }

/** Changes the password, given the current one; signs out every other device. */
export function Password({ owner, onChanged }: { owner: Owner; onChanged: () => void }) {
  const t = useTexts('account', texts)
  const headingId = useId()
  // Leaving a field makes the form run `faults` again, which would drop a fault found only on save.
  const refusedPassword = useRef<{ password: string; fault: ValueFault }>(undefined)
  // A change was sent and got no response. It may have taken effect, in which case the old password is refused as wrong.
  const isUnanswered = useRef(false)
  const form = useForm<PasswordValues>({
    values: { oldPassword: '', newPassword: '' },
    faults: ({ oldPassword, newPassword }) => ({
      oldPassword: oldPassword === '' ? { code: 'required' } : undefined,
      newPassword:
        whyCannotPassword(newPassword) ??
        (refusedPassword.current?.password === newPassword ? refusedPassword.current.fault : undefined),
    }),
    save: async ({ oldPassword, newPassword }) => {
      const weakness = await findNewPasswordFault(newPassword, owner)
      if (weakness?.code === 'password_not_looked_at') {
        showSnackbar({ text: faultText(weakness), tone: 'danger' })
        return false
      }
      if (weakness) {
        refusedPassword.current = { password: newPassword, fault: weakness }
        throw new ApiProblem('bad_request', 400, '', [{ at: 'newPassword', ...weakness }])
      }
      const outcome = await withToken((token) => changePassword(token, oldPassword, newPassword)).catch(
        (error: unknown) => (error instanceof PoolProblem ? 'refused' : 'none'),
      )
      if (outcome === 'none') isUnanswered.current = true
      if (outcome !== true && !isUnanswered.current) {
        if (outcome === false)
          throw new ApiProblem('bad_request', 400, '', [{ at: 'oldPassword', code: 'wrong_password' }])
        showSnackbar({ text: t('passwordNotChanged'), tone: 'danger' })
        return false
      }
      // Sign out of the pool before the sign-in that is to last. Without a response, only that sign-in shows which password
      // counts.
      let isPoolSignedOut = outcome === true && (await signOutOfPool())
      let isSignedIn = await signInAgain(newPassword).catch(() => false)
      if (outcome !== true && !isSignedIn) {
        showSnackbar({ text: t('passwordNotKnown'), tone: 'danger' })
        return false
      }
      isUnanswered.current = false
      if (outcome !== true) {
        isPoolSignedOut = await signOutOfPool()
        isSignedIn = isPoolSignedOut && (await signInAgain(newPassword).catch(() => false))
      }
      const areOthersEnded = isSignedIn && (await endOthers()) && isPoolSignedOut
      showSnackbar(
        areOthersEnded
          ? { text: t('passwordChanged'), tone: 'success' }
          : { text: t('othersNotEnded'), tone: 'danger' },
      )
      onChanged()
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
const signOutOfPool = (): Promise<boolean> =>
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
