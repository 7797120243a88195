import '@aws-amplify/ui-react/styles.css'
import { Authenticator } from '@aws-amplify/ui-react'
import { Hub, I18n } from 'aws-amplify/utils'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { faultText } from '../problems/faultText.ts'
import { readerLanguage, useTexts } from '../i18n.ts'
import { localPath } from '../paths.ts'
import { Logo } from '../shell/Logo.tsx'
import { countQueuedAnswers } from '../events/outbox/outbox.ts'
import { ErrorState } from '../kit/States.tsx'
import { configure } from './amplify.ts'
import './authenticator.css'
import { FactorLost } from './FactorLost.tsx'
import { prefetchGuesses } from './newPassword.ts'
import { OpenClub } from './OpenClub.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { servicesIn } from './services.ts'
import styles from './Session.module.css'
import english from './texts.en.json'
import { forgetOthers, sessionChanged, signedInUser } from './tokens.ts'
import { useUserId } from './useUserId.ts'

// The product's wording instead of the library's.
I18n.putVocabulariesForLanguage('en', {
  Submit: english.setPassword,
  'Confirm Password': english.confirmPassword,
  'User already exists': english.accountExists,
  'Incorrect username or password.': english.wrongPassword,
  'Invalid code received for user': english.codeWrong,
})

/** Translations of the library's sentences, keyed by the English ones. */
const vocabularies = import.meta.glob<Record<string, string>>('./authenticator.*.json', { import: 'default' })
async function speak(): Promise<void> {
  const language = readerLanguage()
  I18n.setLanguage(language)
  const words = await vocabularies[`./authenticator.${language}.json`]?.().catch(() => undefined)
  if (words) I18n.putVocabulariesForLanguage(language, words)
}

/**
 * Sign-in, sign-up, confirmation by code and forgotten password. Redirects users who are already signed in to where
 * they were going.
 */
export default function LoginScreen() {
  const t = useTexts('session', english)
  const userId = useUserId()
  const [search] = useSearchParams()
  useEffect(() => {
    document.title = `${t('signIn')} · Touchline`
  }, [t])
  const isNew = search.get('create') === 'true'
  if (userId) return <Navigate to={localPath(search.get('redirectUri'), location.origin)} replace />
  return (
    <main className={styles.page}>
      <div className={styles.brand}>
        <Logo />
        <h1>Touchline</h1>
        <p>{t('tagline')}</p>
      </div>
      <Ended />
      <div onFocusCapture={({ target }) => begun(target.closest('form'))}>
        <Configured>
          <SignIn isNew={isNew} />
        </Configured>
      </div>
    </main>
  )
}

/** Prepares a form of the library when it first gets focus; the library has no option for that. */
function begun(form: HTMLFormElement | null): void {
  // Turn off the browser's validation messages in favour of our own.
  form?.setAttribute('novalidate', '')
  if (form?.querySelector('[autocomplete="new-password"]')) prefetchGuesses()
}

/** Explains that the session expired (also after a reload) and that queued answers are kept. */
function Ended() {
  const t = useTexts('session', english)
  const state: unknown = useLocation().state
  const [count] = useState(countQueuedAnswers)
  if (count > 0) return <p className={styles.waiting}>{t('answersWait', { count })}</p>
  const ended = typeof state === 'object' && state !== null && 'ended' in state && state.ended === true
  return ended && <p className={styles.waiting}>{t('sessionEnded')}</p>
}

/** Renders its children once the user pool is configured. */
function Configured({ children }: { children: ReactNode }) {
  const t = useTexts('session', english)
  const [state, setState] = useState<'asking' | 'ready' | 'failed'>('asking')
  useEffect(() => {
    if (state !== 'asking') return
    let shown = true
    function ready() {
      setState('ready')
      // Stored tokens can be found only once the user pool is known: a device may have tokens but not that.
      if (signedInUser() !== undefined) sessionChanged()
    }
    Promise.all([configure(), speak()]).then(
      () => shown && ready(),
      () => shown && setState('failed'),
    )
    return () => {
      shown = false
    }
  }, [state])
  if (state === 'ready') return children
  if (state === 'failed') {
    return (
      <ErrorState
        title={t('cannotStart')}
        hint={t('cannotStartHint')}
        retryLabel={t('retry')}
        onRetry={() => setState('asking')}
      />
    )
  }
  return (
    <p role="status" className={styles.wait}>
      {t('loading')}
    </p>
  )
}

function begin(): void {
  done.email = undefined
  delete done.typed
  const userId = signedInUser()
  if (userId) forgetOthers(userId)
  sessionChanged()
}

function SignIn({ isNew }: { isNew: boolean }) {
  const t = useTexts('session', english)
  useEffect(() => Hub.listen('auth', ({ payload }) => payload.event === 'signedIn' && begin()), [])
  const [services] = useState(() =>
    servicesIn({ fault: faultText, label: (field) => t(field), noMoreToday: t('noMoreCodes') }, (what, email) =>
      Object.assign(done, { what, email }),
    ),
  )
  // The library requires an order. Placeholders that repeat the label are noise on a small screen.
  const field = (label: string, order: number, autocomplete?: string) => ({
    label,
    order,
    placeholder: '',
    // Missing values get our own message instead of the browser's.
    isRequired: false,
    ...(autocomplete && { autocomplete }),
  })
  // The labels of the show-password button are not in the library's vocabulary.
  const secret = (label: string, order: number, autocomplete: string) => ({
    ...field(label, order, autocomplete),
    showPasswordButtonLabel: t('showPassword'),
    passwordIsHiddenLabel: t('passwordHidden'),
    passwordIsShownLabel: t('passwordShown'),
  })
  const username = field(t('email'), 3, 'username')
  const code = field(t('code'), 1, 'one-time-code')
  return (
    <Authenticator
      initialState={isNew ? 'signUp' : 'signIn'}
      components={{
        SignIn: { Header: GoOn, Footer: OtherWays },
        SignUp: { FormFields: SignUpFields },
        ConfirmSignUp: { Header: CodeHeader },
        ForgotPassword: { Header: ForgotHeader },
        ConfirmResetPassword: { Header: ResetHeader },
        ConfirmSignIn: { Header: FactorHeader, Footer: FactorLost },
        // Rendered with the form: if it came first, the form would push it down.
        ...(!isNew && { Footer: OpenClub }),
      }}
      services={services}
      loginMechanisms={['email']}
      signUpAttributes={['given_name', 'family_name']}
      formFields={{
        signIn: { username, password: secret(t('password'), 4, 'current-password') },
        signUp: {
          given_name: field(t('firstName'), 1, 'given-name'),
          family_name: field(t('lastName'), 2, 'family-name'),
          email: field(t('email'), 3, 'email'),
          password: secret(t('password'), 4, 'new-password'),
          confirm_password: secret(t('confirmPassword'), 5, 'new-password'),
        },
        confirmSignUp: { confirmation_code: code },
        confirmSignIn: { confirmation_code: code },
        forgotPassword: { username },
        confirmResetPassword: {
          confirmation_code: code,
          password: secret(t('newPassword'), 2, 'new-password'),
          confirm_password: secret(t('confirmPassword'), 3, 'new-password'),
        },
      }}
    />
  )
}

/** Shows the password rule up front. */
function SignUpFields() {
  const t = useTexts('session', english)
  return (
    <>
      <Authenticator.SignUp.FormFields />
      <p className={styles.rule}>{t('passwordRule')}</p>
    </>
  )
}

// The library's own headings skip a level.
const CodeHeader = () => <h2>{useTexts('session', english)('codeSent')}</h2>
const FactorHeader = () => <h2>{useTexts('session', english)('factorCode')}</h2>
const ResetHeader = () => <h2>{useTexts('session', english)('resetPassword')}</h2>

/** Prefills the address that was typed to sign in. */
function ForgotHeader() {
  const node = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = usernameBeside(node.current)
    if (field && field.value === '') field.value = done.typed ?? ''
  }, [])
  return (
    <div ref={node}>
      <ResetHeader />
    </div>
  )
}
const usernameBeside = (node: Element | null): HTMLInputElement | undefined => {
  const field = node?.closest('[data-amplify-authenticator]')?.querySelector('input[name="username"]')
  return field instanceof HTMLInputElement ? field : undefined
}

/** Alternatives to the password in the library's form: a passkey, or a forgotten password. */
const OtherWays = () => (
  <>
    <PasskeyButton field={usernameBeside} signedIn={begin} />
    <Authenticator.SignIn.Footer />
  </>
)

/** The user who has just changed their password or confirmed their address, until they sign in. */
const done: { what?: 'changed' | 'confirmed'; email?: string | undefined; typed?: string } = {}

/** After a changed password or confirmed address: says so, and fills in the address. */
function GoOn() {
  const here = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const field = usernameBeside(here.current)
    return () => {
      done.typed = field?.value ?? ''
    }
  }, [])
  return (
    <>
      <span ref={here} hidden />
      <Done />
    </>
  )
}

function Done() {
  const t = useTexts('session', english)
  const node = useRef<HTMLParagraphElement>(null)
  const { what, email } = done
  useEffect(() => {
    // The library's inputs are uncontrolled and take no value as a prop.
    const field = usernameBeside(node.current)
    if (!email || !field) return
    field.value = email
    field.closest('form')?.querySelector<HTMLInputElement>('input[name="password"]')?.focus()
    return () => {
      done.email = undefined
    }
  }, [email])
  if (!email) return null
  return (
    <p role="status" className={styles.changed} ref={node}>
      {t(what === 'confirmed' ? 'addressConfirmed' : 'passwordChanged')}
    </p>
  )
}
