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
import { signInBy } from '../session/freshSignIn.ts'
import type { Owner } from '../session/guesses.ts'
import { prefetchGuesses, whyCannotNewPassword } from '../session/newPassword.ts'
import { changePassword, PoolProblem, signOutEverywhere } from '../session/ownAccount.ts'
import { withToken } from '../session/tokens.ts'
import styles from './Profile.module.css'
import texts from './texts.en.json'

type Typed = { oldPassword: string; newPassword: string }

/** Another password, for who knows the one that they have: every other device is signed out with it. */
export function Password({ owner, changed }: { owner: Owner; changed: () => void }) {
  const t = useTexts('account', texts)
  const headingId = useId()
  // When a field is left the form holds it against `faults` again, which would take away what only saving has found.
  const refused = useRef<{ password: string; fault: ValueFault }>(undefined)
  // A new one was sent and no answer came: it may count already, and what was the password until then is refused as a wrong one.
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
      const weak = await whyCannotNewPassword(newPassword, owner)
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
      // Before the sign-in that is to stay; where no answer came, only that sign-in tells whether it is the password.
      let out = answer === true && (await outOfPool())
      let signedIn = await signInBy(newPassword).catch(() => false)
      if (answer !== true && !signedIn) {
        showSnackbar({ text: t('passwordNotKnown'), tone: 'danger' })
        return false
      }
      unanswered.current = false
      if (answer !== true) {
        out = await outOfPool()
        signedIn = out && (await signInBy(newPassword).catch(() => false))
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

/** What was begun at the user pool with the password before: whoever has a token of it could change the address there. */
const outOfPool = (): Promise<boolean> =>
  withToken(signOutEverywhere).then(
    () => true,
    () => false,
  )

/** False where the others could not be ended: the password is another one all the same. */
const endOthers = (): Promise<boolean> =>
  callApi('POST /rest-api/session/end-others', {}, { handles: ['failures', 'not_allowed'] }).then(
    () => true,
    () => false,
  )
